package dev.lake.jobs.sql;

import java.time.Duration;

/**
 * Bounds of {@link SnapshotPlanner}.
 *
 * @param threads how many statements are planned at the same time
 * @param waiting how many more may wait for a thread
 * @param timeout longest time that one statement may be planned, waiting included
 * @param maxAbandoned how many plannings that ran out of time may still be running before new ones
 *     are refused (the planner cannot be interrupted)
 * @param cachedPlans how many plans {@link SnapshotPlanner#describe} keeps for the call that
 *     follows
 * @param cachedFor how long such a plan is kept
 */
public record PlannerConfig(
    int threads,
    int waiting,
    Duration timeout,
    int maxAbandoned,
    int cachedPlans,
    Duration cachedFor) {

  /** Refuses bounds that are not positive. */
  public PlannerConfig {
    require(threads, "threads");
    require(waiting, "waiting");
    require(maxAbandoned, "max-abandoned");
    if (cachedPlans < 0) {
      throw new IllegalArgumentException("planner.cached-plans must not be negative");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("planner.timeout must be positive");
    }
    if (cachedFor.isNegative()) {
      throw new IllegalArgumentException("planner.cached-for must not be negative");
    }
  }

  private static void require(int value, String key) {
    if (value < 1) {
      throw new IllegalArgumentException("planner." + key + " must be positive");
    }
  }

  /** The defaults of the documentation. */
  public static PlannerConfig defaults() {
    return new PlannerConfig(4, 64, Duration.ofSeconds(15), 4, 64, Duration.ofSeconds(30));
  }
}
