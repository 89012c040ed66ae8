package dev.lake.protocol;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a query reads, fixed when it is planned: one snapshot per table, in order of name whatever
 * the order given.
 */
public record SnapshotSet(List<TableSnapshot> tables) {
  public static final int MAX_TABLES = 1024;

  public SnapshotSet {
    tables = tables.stream().sorted(Comparator.comparing(TableSnapshot::table)).toList();
    Check.that(tables.size() <= MAX_TABLES, "snapshots", "at most " + MAX_TABLES);
    Set<TableName> names = new HashSet<>();
    for (TableSnapshot table : tables) {
      Check.that(names.add(table.table()), "snapshots", "one per table");
    }
  }

  public static SnapshotSet empty() {
    return new SnapshotSet(List.of());
  }

  public Optional<TableSnapshot> find(TableName name) {
    return tables.stream().filter(table -> table.table().equals(name)).findFirst();
  }
}
