/**
 * The one configuration file: YAML in, validated records out, every problem named by its key. Enter
 * by {@link dev.lake.frontend.app.config.LakeConfig}.
 */
@NullMarked
package dev.lake.frontend.app.config;

import org.jspecify.annotations.NullMarked;
