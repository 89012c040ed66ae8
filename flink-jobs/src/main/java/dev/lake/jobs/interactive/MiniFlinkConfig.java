package dev.lake.jobs.interactive;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Size of the embedded cluster.
 *
 * @param slots how many jobs of parallelism 1 run at the same time; whoever submits must hold as
 *     many permits
 * @param managedBytesPerSlot off-heap memory of one slot for sorts, joins and aggregates; what does
 *     not fit is spilled
 * @param networkBytes memory for all exchanges between tasks
 * @param temporaryDirectory where operators spill; the caller creates it and removes it
 * @param finishedJobs how many ended jobs are remembered
 * @param finishedFor how long an ended job is remembered
 */
public record MiniFlinkConfig(
    int slots,
    long managedBytesPerSlot,
    long networkBytes,
    Path temporaryDirectory,
    int finishedJobs,
    Duration finishedFor) {

  /** The defaults of the documentation. */
  public static MiniFlinkConfig defaults(Path temporaryDirectory) {
    return new MiniFlinkConfig(
        16, 32L << 20, 128L << 20, temporaryDirectory, 64, Duration.ofMinutes(5));
  }
}
