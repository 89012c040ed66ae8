package dev.lake.protocol;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where a deferred query stands.
 *
 * <pre>{@code
 * QUEUED -> RUNNING -> PUBLISHING -> SUCCEEDED
 *    \         |          /
 *     `---> STOPPING <---'  -> FAILED | CANCELLED
 * }</pre>
 */
public enum QueryState {
  QUEUED,
  /** An attempt was announced; a job may run. */
  RUNNING,
  /** The attempt is pinned and its parts are being made visible; there is no other attempt. */
  PUBLISHING,
  SUCCEEDED,
  /** Irrevocable; what the query held is being given back. */
  STOPPING,
  FAILED,
  CANCELLED;

  /** Nothing follows a terminal state. */
  public boolean terminal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }

  /**
   * Whether a record in this state may be followed by one in the next. QUEUED and RUNNING follow
   * themselves: position, progress and a further attempt change.
   */
  public boolean canBecome(QueryState next) {
    return successors().contains(next);
  }

  private Set<QueryState> successors() {
    return switch (this) {
      case QUEUED -> EnumSet.of(QUEUED, RUNNING, STOPPING);
      case RUNNING -> EnumSet.of(RUNNING, PUBLISHING, STOPPING);
      case PUBLISHING -> EnumSet.of(SUCCEEDED, STOPPING);
      case STOPPING -> EnumSet.of(FAILED, CANCELLED);
      case SUCCEEDED, FAILED, CANCELLED -> EnumSet.noneOf(QueryState.class);
    };
  }
}
