package dev.lake.protocol;

import java.util.List;

/** What the registry answers to a {@link TableCommand}. */
public sealed interface TableResult {
  record Registered(TableEntry entry) implements TableResult {}

  /** In order of name. */
  record Listed(List<TableEntry> entries) implements TableResult {
    public Listed {
      entries = List.copyOf(entries);
    }
  }

  /**
   * A table as it stands.
   *
   * @param version the one a query planned now would read
   */
  record Described(TableEntry entry, long version, long rows, List<Column> columns)
      implements TableResult {
    public Described {
      Check.positive(version, "version");
      Check.count(rows, "rows");
      columns = List.copyOf(columns);
    }
  }

  record Dropped(TableName table) implements TableResult {}

  /**
   * A column of a table.
   *
   * @param type as Arrow writes it, for people to read
   */
  record Column(String name, String type, boolean nullable) {}
}
