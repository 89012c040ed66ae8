/**
 * Results as durable parts: the export job's sinks, which stage parts that nobody can read yet, the
 * commit record that lists them, and the check of a part's framing when it is read again.
 *
 * <p>Enter by {@link dev.lake.jobs.materialize.ExportJob} to write and by {@link
 * dev.lake.jobs.materialize.IpcFrames} to read.
 */
@NullMarked
package dev.lake.jobs.materialize;

import org.jspecify.annotations.NullMarked;
