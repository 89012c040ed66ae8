package dev.lake.coordinator.store;

import dev.lake.protocol.QueryId;
import java.util.Set;

/**
 * What may have changed since the last look.
 *
 * @param everything true when notifications may have been lost: read all records again
 * @param queries the queries that changed, appeared or went
 */
public record Changes(boolean everything, Set<QueryId> queries) {
  /** Copies the set. */
  public Changes {
    queries = Set.copyOf(queries);
  }
}
