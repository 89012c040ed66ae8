/**
 * {@code bin/lake demo}: the whole of lake, shown and checked. Enter by {@link dev.lake.demo.Demo}.
 */
@NullMarked
package dev.lake.demo;

import org.jspecify.annotations.NullMarked;
