package dev.lake.jobs.sql;

import dev.lake.protocol.TableName;
import java.util.Objects;
import java.util.Set;

/**
 * One read-only statement that passed every syntactic guard of {@link StatementParser}.
 *
 * @param sql the statement's text, as the caller sent it; never logged
 * @param tables every table it names, resolved against the default namespace, without the names of
 *     its own common table expressions
 * @param explain whether it asks for the plan instead of the rows
 */
public record Statement(String sql, Set<TableName> tables, boolean explain) {

  /** Copies the set. */
  public Statement {
    Objects.requireNonNull(sql);
    tables = Set.copyOf(tables);
  }

  /** Says nothing of the text: it may hold secrets of the caller. */
  @Override
  public String toString() {
    return "Statement[" + sql.length() + " characters, tables " + tables + "]";
  }
}
