package dev.lake.jobs.store;

/** What became of an upload that was to be completed. */
public sealed interface CompleteOutcome {
  /**
   * The object is visible and has the expected size.
   *
   * @param etag the object's tag, for reading exactly this object later
   */
  record Completed(String etag) implements CompleteOutcome {}

  /** The upload is gone and there is no object: only a new upload can help. */
  record Lost() implements CompleteOutcome {}
}
