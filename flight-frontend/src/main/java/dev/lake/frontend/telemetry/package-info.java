/** Counts of calls and their outcomes. Enter by {@code CallCounters}. */
@NullMarked
package dev.lake.frontend.telemetry;

import org.jspecify.annotations.NullMarked;
