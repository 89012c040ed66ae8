/**
 * Composition: which parts make a process, and the commands that start one. Enter by {@link
 * dev.lake.frontend.app.LakeServer}.
 */
@NullMarked
package dev.lake.frontend.app;

import org.jspecify.annotations.NullMarked;
