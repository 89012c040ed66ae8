/** Moves batches to clients as fast as they read. Enter by {@code BatchPump}. */
@NullMarked
package dev.lake.frontend.stream;

import org.jspecify.annotations.NullMarked;
