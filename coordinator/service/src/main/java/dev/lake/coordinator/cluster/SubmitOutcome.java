package dev.lake.coordinator.cluster;

/** What became of a submission. */
public enum SubmitOutcome {
  /** The cluster has the job, from this call or an earlier one. */
  ACCEPTED,
  /** The cluster has no room; nothing was submitted and the attempt is not spent. */
  NO_SLOTS
}
