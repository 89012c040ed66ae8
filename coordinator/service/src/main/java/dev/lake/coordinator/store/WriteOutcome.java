package dev.lake.coordinator.store;

/** How a fenced write ended. */
public enum WriteOutcome {
  /** The write is durable. */
  APPLIED,
  /** Someone else changed the record first: read it again. */
  CONFLICT,
  /** A later leader was elected: stop at once. */
  DEPOSED,
  /**
   * The connection was lost and the outcome could not be read back in time: read it again before
   * acting.
   */
  UNKNOWN
}
