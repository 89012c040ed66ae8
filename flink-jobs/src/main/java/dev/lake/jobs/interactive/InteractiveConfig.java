package dev.lake.jobs.interactive;

import java.time.Duration;

/**
 * Bounds of one interactive answer.
 *
 * @param batchBytes about how large a batch is made
 * @param maxBatchBytes what no batch passes unless one row alone does
 * @param maxRowBytes what no row may pass
 * @param maxResultBytes what the whole answer may not pass
 * @param runTime how long a statement may run
 * @param flushAfter how long rows wait for a batch to fill
 * @param directScan whether a plan that is one scan, or literals, skips the cluster
 * @param scanThreads how many direct scans read at the same time
 */
public record InteractiveConfig(
    long batchBytes,
    long maxBatchBytes,
    long maxRowBytes,
    long maxResultBytes,
    Duration runTime,
    Duration flushAfter,
    boolean directScan,
    int scanThreads) {

  /** Refuses bounds that contradict each other. */
  public InteractiveConfig {
    require(batchBytes > 0, "batch-bytes must be positive");
    require(maxBatchBytes >= batchBytes, "max-batch-bytes must not be less than batch-bytes");
    require(maxRowBytes >= maxBatchBytes, "max-row-bytes must not be less than max-batch-bytes");
    require(maxResultBytes > 0, "max-result-bytes must be positive");
    require(runTime.toMillis() > 0, "run-time must be positive");
    require(flushAfter.toMillis() > 0, "flush-after must be positive");
    require(scanThreads > 0, "scan-threads must be positive");
  }

  /** The defaults of the documentation. */
  public static InteractiveConfig defaults() {
    return new InteractiveConfig(
        1L << 20,
        3_500L << 10,
        16L << 20,
        1L << 30,
        Duration.ofMinutes(5),
        Duration.ofMillis(50),
        true,
        8);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException("interactive." + message);
    }
  }
}
