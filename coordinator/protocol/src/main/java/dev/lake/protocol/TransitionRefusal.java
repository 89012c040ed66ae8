package dev.lake.protocol;

/** Why a query's record cannot become what was asked: the losing branches of every transition. */
public enum TransitionRefusal {
  /** It is SUCCEEDED, FAILED or CANCELLED. */
  ALREADY_ENDED,
  /** It is STOPPING, which only ends in FAILED or CANCELLED. */
  ALREADY_STOPPING,
  /** The state asked for does not follow the present one. */
  OUT_OF_ORDER
}
