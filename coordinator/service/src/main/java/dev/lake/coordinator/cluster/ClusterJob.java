package dev.lake.coordinator.cluster;

import dev.lake.protocol.LakeException;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import java.util.Optional;

/**
 * An export job that the cluster knows.
 *
 * @param id derived from query and attempt
 * @param query whose export it is
 * @param attempt which of its attempts
 * @param state where it is
 * @param failure why it failed, if it did and the cluster still knows
 * @param progress what it has written so far
 */
public record ClusterJob(
    String id,
    QueryId query,
    int attempt,
    State state,
    Optional<LakeException> failure,
    Progress progress) {
  /** Where a job is. */
  public enum State {
    /** It holds resources, or will. */
    ACTIVE,
    /** It came to its end. */
    FINISHED,
    /** It ended with a failure. */
    FAILED,
    /** It was stopped. */
    CANCELLED
  }
}
