package dev.lake.coordinator.cluster;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How exports use an embedded cluster.
 *
 * @param deployment names this installation in the names of jobs
 * @param storeProfile under which the result store is registered for jobs
 * @param parallelism of each job
 * @param maxJobs at the same time; what is over is told that there are no slots
 * @param callTimeout of each call to the cluster
 */
public record MiniClusterSettings(
    String deployment, String storeProfile, int parallelism, int maxJobs, Duration callTimeout) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  /** Checks the name and the bounds. */
  public MiniClusterSettings {
    if (!NAME.matcher(deployment).matches()) {
      throw new IllegalArgumentException(
          "A deployment is named by up to 63 lower-case letters, digits and '-'");
    }
    if (parallelism < 1 || maxJobs < 1) {
      throw new IllegalArgumentException("parallelism and maxJobs must be at least 1");
    }
  }
}
