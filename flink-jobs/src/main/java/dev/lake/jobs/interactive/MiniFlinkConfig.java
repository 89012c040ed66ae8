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
 * @param spillBytes what all jobs together may spill; past it the youngest job is stopped
 * @param finishedJobs how many ended jobs are remembered
 * @param finishedFor how long an ended job is remembered
 */
public record MiniFlinkConfig(
    int slots,
    long managedBytesPerSlot,
    long networkBytes,
    Path temporaryDirectory,
    long spillBytes,
    int finishedJobs,
    Duration finishedFor) {

  /** Least that a slot needs for a few operators side by side. */
  private static final long LEAST_MANAGED = 16L << 20;

  private static final long LEAST_NETWORK = 16L << 20;

  /** Refuses sizes with which no job could run. */
  public MiniFlinkConfig {
    require(slots >= 1, "slots must be positive");
    require(managedBytesPerSlot >= LEAST_MANAGED, "managed-bytes-per-slot must be 16 MiB or more");
    require(networkBytes >= LEAST_NETWORK, "network-bytes must be 16 MiB or more");
    require(spillBytes > 0, "spill-bytes must be positive");
    require(finishedJobs >= 1, "finished-jobs must be positive");
    require(finishedFor.toMillis() >= 1, "finished-for must be positive");
  }

  /** The defaults of the documentation. */
  public static MiniFlinkConfig defaults(Path temporaryDirectory) {
    return new MiniFlinkConfig(
        16, 32L << 20, 128L << 20, temporaryDirectory, 16L << 30, 64, Duration.ofMinutes(5));
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException("flink." + message);
    }
  }
}
