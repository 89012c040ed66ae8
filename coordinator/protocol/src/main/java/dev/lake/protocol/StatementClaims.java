package dev.lake.protocol;

import java.time.Instant;

/** What a ticket of an interactive statement says; nothing else decides what is run for it. */
public record StatementClaims(
    String sql,
    SnapshotSet snapshots,
    SessionFields session,
    Principal principal,
    String audience,
    Instant issued,
    Instant expires) {
  static final int MAX_SQL = 512 * 1024;

  public StatementClaims {
    Check.text(sql, "sql", MAX_SQL);
    Check.plain(audience, "audience", 256);
    Check.that(expires.isAfter(issued), "expires", "after issued");
  }

  @Override
  public String toString() {
    return "StatementClaims[" + snapshots.tables() + ", " + principal + ", until " + expires + "]";
  }
}
