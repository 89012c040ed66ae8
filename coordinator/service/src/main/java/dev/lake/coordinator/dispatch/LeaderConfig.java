package dev.lake.coordinator.dispatch;

import java.time.Duration;
import java.util.Map;

/**
 * Bounds and intervals of the leader.
 *
 * @param maxRunning jobs at the same time, in the whole cluster
 * @param maxRunningPerTenant of those, of one tenant
 * @param tenantWeights share of dispatches relative to other tenants; 1 where a tenant is not named
 * @param maxQueued how long a query may wait before it fails
 * @param maxAttempts jobs of one query, one after the other
 * @param maxResultBytes of all live results together; beyond it exports fail
 * @param maxResultBytesPerTenant the same for one tenant
 * @param reconcileEvery between two looks at the cluster's jobs
 * @param publishEvery least time between two writes of progress or queue position of one query
 * @param stopTimeout how long a stopped query waits for its job to go before it ends anyway
 * @param retryAfter how long a query rests after a step failed
 * @param retention how long records of failed and cancelled queries stay
 * @param grace from the end of a result to its deletion: the longest life of a ticket and of a
 *     download
 * @param tombstone how long a query's tombstone stays
 * @param sweepEvery between two pages of the sweep
 * @param orphanAge of the newest object of a prefix without a record before it is swept: the
 *     longest life of a query
 */
public record LeaderConfig(
    int maxRunning,
    int maxRunningPerTenant,
    Map<String, Integer> tenantWeights,
    Duration maxQueued,
    int maxAttempts,
    long maxResultBytes,
    long maxResultBytesPerTenant,
    Duration reconcileEvery,
    Duration publishEvery,
    Duration stopTimeout,
    Duration retryAfter,
    Duration retention,
    Duration grace,
    Duration tombstone,
    Duration sweepEvery,
    Duration orphanAge) {

  /** The defaults of the documentation. */
  public static final LeaderConfig DEFAULTS =
      new LeaderConfig(
          16,
          4,
          Map.of(),
          Duration.ofHours(24),
          3,
          4L << 40,
          1L << 40,
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          Duration.ofSeconds(1),
          Duration.ofHours(24),
          Duration.ofMinutes(30),
          Duration.ofHours(48),
          Duration.ofMinutes(1),
          Duration.ofHours(72));

  /** Copies the weights and checks the bounds. */
  public LeaderConfig {
    tenantWeights = Map.copyOf(tenantWeights);
    require(maxRunning >= 1, "maxRunning must be at least 1");
    require(maxRunningPerTenant >= 1, "maxRunningPerTenant must be at least 1");
    require(maxAttempts >= 1, "maxAttempts must be at least 1");
    require(maxResultBytes >= 1, "maxResultBytes must be at least 1");
    require(maxResultBytesPerTenant >= 1, "maxResultBytesPerTenant must be at least 1");
    require(
        tenantWeights.values().stream().allMatch(weight -> weight >= 1),
        "tenantWeights must be at least 1");
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalArgumentException(message);
    }
  }
}
