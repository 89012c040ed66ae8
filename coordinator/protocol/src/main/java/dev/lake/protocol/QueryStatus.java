package dev.lake.protocol;

import java.util.Optional;

/**
 * What a client is told of a deferred query: the {@code app_metadata} of its FlightInfo.
 *
 * @param queuePosition how many of the tenant's queries come first, while it is queued
 * @param progress of the current attempt; once succeeded, the totals of the result
 */
public record QueryStatus(
    QueryId query, QueryState state, Optional<Integer> queuePosition, Progress progress) {
  public QueryStatus {
    queuePosition.ifPresent(position -> Check.count(position, "queue position"));
  }

  /** What there is to tell of a record. */
  public static QueryStatus of(QueryRecord record) {
    Progress progress =
        record
            .totals()
            .filter(totals -> record.state() == QueryState.SUCCEEDED)
            .map(totals -> new Progress(totals.rows(), totals.bytes(), 1))
            .orElse(record.progress());
    return new QueryStatus(record.id(), record.state(), record.queuePosition(), progress);
  }
}
