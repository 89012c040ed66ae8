package dev.lake.coordinator;

import dev.lake.coordinator.dispatch.LeaderConfig;
import java.time.Duration;

/**
 * How a coordinator process works.
 *
 * @param name of this process, for an operator
 * @param leader what it does when it leads
 * @param ioThreads for submissions, publications and clean-ups, each of one query
 * @param uploadThreads for completing uploads, shared by all publications
 * @param stopTimeout how long {@link Coordinator#close} waits for work in hand
 */
public record CoordinatorConfig(
    String name, LeaderConfig leader, int ioThreads, int uploadThreads, Duration stopTimeout) {

  /** The defaults of the documentation. */
  public static CoordinatorConfig defaults(String name) {
    return new CoordinatorConfig(name, LeaderConfig.DEFAULTS, 8, 32, Duration.ofSeconds(10));
  }

  /** Checks the bounds. */
  public CoordinatorConfig {
    if (ioThreads < 1 || uploadThreads < 1) {
      throw new IllegalArgumentException("A coordinator needs at least one thread of each kind");
    }
  }
}
