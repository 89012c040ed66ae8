package dev.lake.protocol;

import java.time.Instant;

/** What the handle of a prepared statement says; the server keeps nothing for it. */
public record PreparedClaims(
    String sql, SessionFields session, Principal principal, Instant issued) {
  public PreparedClaims {
    Check.text(sql, "sql", StatementClaims.MAX_SQL);
  }

  @Override
  public String toString() {
    return "PreparedClaims[" + principal + ", issued " + issued + "]";
  }
}
