package dev.lake.frontend.metadata;

import dev.lake.coordinator.registry.TableCommands;
import dev.lake.coordinator.registry.TableRegistry;
import dev.lake.jobs.sql.NearestName;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The table registry as the frontend uses it; every method throws named lake errors. */
public interface Tables {

  /** The entry of a table, if it is registered. */
  Optional<TableEntry> find(TableName table);

  /** Every entry, in order of name. */
  List<TableEntry> list();

  /** The version that each table has now. */
  SnapshotSet resolve(Collection<TableName> names);

  /** The dataset behind a table, as of the version that a query would read now. */
  DatasetDescription describe(TableName table);

  /** Carries out what an administrator asks. */
  TableResult execute(TableCommand command);

  /** The one answer for a table that does not exist. */
  static LakeException unknown(TableName table) {
    return new LakeException(ErrorCode.UNKNOWN_TABLE, "There is no table %s", table);
  }

  /**
   * The one answer for a table that does not exist or may not be seen (I9). Made of nothing but the
   * name asked for and the tables that may be seen, one of which it may offer.
   */
  default LakeException unknown(TableName table, Predicate<TableName> visible) {
    List<TableName> seen = list().stream().map(TableEntry::table).filter(visible).sorted().toList();
    return near(table, seen)
        .map(
            near ->
                new LakeException(
                    ErrorCode.UNKNOWN_TABLE, "There is no table %s; did you mean %s?", table, near))
        .orElseGet(() -> unknown(table));
  }

  /** The most similar name in the namespace, or else the same name in another one. */
  private static Optional<TableName> near(TableName table, List<TableName> seen) {
    Stream<String> neighbours =
        seen.stream()
            .filter(other -> other.namespace().equals(table.namespace()))
            .map(TableName::name);
    return NearestName.of(table.name(), neighbours)
        .map(name -> new TableName(table.namespace(), name))
        .or(
            () ->
                seen.stream()
                    .filter(other -> other.name().equalsIgnoreCase(table.name()))
                    .findFirst());
  }

  /** The real thing; started and closed by the caller. */
  static Tables of(TableRegistry registry) {
    TableCommands commands = new TableCommands(registry);
    return new Tables() {
      @Override
      public Optional<TableEntry> find(TableName table) {
        return registry.find(table);
      }

      @Override
      public List<TableEntry> list() {
        return registry.list();
      }

      @Override
      public SnapshotSet resolve(Collection<TableName> names) {
        return registry.resolve(names);
      }

      @Override
      public DatasetDescription describe(TableName table) {
        return registry.describe(table);
      }

      @Override
      public TableResult execute(TableCommand command) {
        return commands.execute(command);
      }
    };
  }
}
