package dev.lake.protocol;

import java.time.Instant;
import java.time.ZoneId;

/**
 * All that a statement's meaning takes from its session.
 *
 * @param statementTime what CURRENT_TIMESTAMP and its kin answer, the same on every replica
 */
public record SessionFields(
    String defaultNamespace, ZoneId timeZone, TypeMode typeMode, Instant statementTime) {
  public SessionFields {
    Check.plain(defaultNamespace, "default namespace", TableName.MAX_CHARACTERS);
  }
}
