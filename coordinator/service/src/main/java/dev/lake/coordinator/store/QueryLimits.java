package dev.lake.coordinator.store;

/**
 * Bounds on what one tenant may hold.
 *
 * @param recordsPerTenant all records of a tenant count, also ended ones until they expire: a loop
 *     of submit and cancel meets this bound like a flood of queued queries
 */
public record QueryLimits(int recordsPerTenant) {
  /** 1,024 records. */
  public static final QueryLimits DEFAULTS = new QueryLimits(1024);

  /** Checks the bound. */
  public QueryLimits {
    if (recordsPerTenant < 1) {
      throw new IllegalArgumentException(
          "recordsPerTenant must be at least 1, not " + recordsPerTenant);
    }
  }
}
