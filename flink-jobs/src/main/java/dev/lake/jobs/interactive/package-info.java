/**
 * Runs planned statements inside this process and hands their rows over as they come. Enter by
 * {@link dev.lake.jobs.interactive.InteractiveEngine}; the Flink cluster below it, {@link
 * dev.lake.jobs.interactive.MiniFlink}, also serves the deferred tier of an embedded deployment.
 */
@NullMarked
package dev.lake.jobs.interactive;

import org.jspecify.annotations.NullMarked;
