package dev.lake.protocol;

/** Why a query that had not ended was stopped. */
public enum StopReason {
  CANCELLED,
  DEADLINE,
  FAILED
}
