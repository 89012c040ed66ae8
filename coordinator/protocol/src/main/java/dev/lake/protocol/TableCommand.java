package dev.lake.protocol;

import java.util.OptionalLong;

/** What an administrator asks of the table registry; each is the body of one Flight action. */
public sealed interface TableCommand {
  /** The type of the Flight action that carries this command. */
  default String actionType() {
    return TableAction.of(this).type();
  }

  /**
   * Registers a dataset under a name.
   *
   * @param version the exact version to serve; empty: follow the latest
   */
  record Register(TableName table, String location, OptionalLong version) implements TableCommand {
    public Register {
      Check.location(location);
      version.ifPresent(pinned -> Check.positive(pinned, "version"));
    }

    @Override
    public String toString() {
      return "Register[" + table + "]";
    }
  }

  /** All tables, in order of name. */
  record ListTables() implements TableCommand {}

  /** One table, and what a query planned now would read of it. */
  record Describe(TableName table) implements TableCommand {}

  /** Forgets a table; its dataset stays. */
  record Drop(TableName table) implements TableCommand {}
}
