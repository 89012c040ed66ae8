package dev.lake.protocol;

import java.time.Duration;
import java.time.Instant;

/**
 * All that is needed to run a deferred query, again if need be, with the same answer.
 *
 * @param deadline when the query is stopped if it has not ended
 * @param resultLifetime how long its result stays once published
 * @param schema of the answer, fixed when the query is planned
 */
public record QuerySpec(
    QueryId id,
    String sql,
    SnapshotSet snapshots,
    SessionFields session,
    Principal principal,
    ResultFormat format,
    ResultLayout layout,
    Instant created,
    Instant deadline,
    Duration resultLifetime,
    SchemaBytes schema) {
  public QuerySpec {
    Check.text(sql, "sql", StatementClaims.MAX_SQL);
    Check.that(deadline.isAfter(created), "deadline", "after created");
    Check.that(resultLifetime.compareTo(Duration.ZERO) > 0, "result lifetime", "more than 0");
  }

  @Override
  public String toString() {
    return "QuerySpec[" + id + ", " + principal + ", " + snapshots.tables() + "]";
  }
}
