/**
 * The commands {@code table}, {@code query} and {@code export} of {@code bin/lake}. Enter by {@link
 * dev.lake.client.cli.LakeCommand}.
 */
@NullMarked
package dev.lake.client.cli;

import org.jspecify.annotations.NullMarked;
