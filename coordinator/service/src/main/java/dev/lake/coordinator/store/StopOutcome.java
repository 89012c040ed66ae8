package dev.lake.coordinator.store;

/** How a request to stop a query ended. */
public enum StopOutcome {
  /**
   * The query is being stopped, by this request or an earlier one; it will not succeed any more.
   */
  STOPPING,
  /** It had already been stopped: CANCELLED, or FAILED. */
  STOPPED,
  /** It had already succeeded. */
  NOT_CANCELLABLE,
  /** There is no such query (any more). */
  NOT_FOUND
}
