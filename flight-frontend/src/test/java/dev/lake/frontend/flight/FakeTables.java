package dev.lake.frontend.flight;

import dev.lake.frontend.metadata.Tables;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import dev.lake.protocol.TableSnapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.arrow.vector.types.pojo.Schema;

/** A registry in memory; every dataset has version 7 and the schema it was added with. */
public final class FakeTables implements Tables {
  private final SortedMap<TableName, TableEntry> entries = new ConcurrentSkipListMap<>();
  private final SortedMap<TableName, Schema> schemas = new ConcurrentSkipListMap<>();

  public void add(String name, Schema schema) {
    TableName table = TableName.parse(name);
    register(table, "/data/" + table.name() + ".lance", OptionalLong.empty());
    schemas.put(table, schema);
  }

  /** A table whose dataset cannot be opened. */
  void addBroken(String name) {
    register(TableName.parse(name), "/data/broken.lance", OptionalLong.empty());
  }

  @Override
  public Optional<TableEntry> find(TableName table) {
    return Optional.ofNullable(entries.get(table));
  }

  @Override
  public List<TableEntry> list() {
    return List.copyOf(entries.values());
  }

  @Override
  public SnapshotSet resolve(Collection<TableName> names) {
    return new SnapshotSet(
        names.stream()
            .map(
                name ->
                    new TableSnapshot(name, find(name).orElseThrow().location(), "incarnation", 7))
            .toList());
  }

  @Override
  public DatasetDescription describe(TableName table) {
    Schema schema = schemas.get(table);
    if (schema == null) {
      throw new LakeException(ErrorCode.DATASET_UNREADABLE, "Table '%s' cannot be read", table);
    }
    return new DatasetDescription(
        "/data/x.lance", 7, "incarnation", schema, 3, List.of(), Set.of());
  }

  @Override
  public TableResult execute(TableCommand command) {
    if (command instanceof TableCommand.Register register) {
      return new TableResult.Registered(
          register(register.table(), register.location(), register.version()));
    }
    if (command instanceof TableCommand.Drop drop) {
      drop(drop.table());
      return new TableResult.Dropped(drop.table());
    }
    return new TableResult.Listed(list());
  }

  void drop(TableName table) {
    if (entries.remove(table) == null) {
      throw Tables.unknown(table);
    }
  }

  private TableEntry register(TableName table, String location, OptionalLong version) {
    TableEntry entry = new TableEntry(table, location, version, "incarnation", Instant.EPOCH);
    if (entries.putIfAbsent(table, entry) != null) {
      throw new LakeException(ErrorCode.TABLE_EXISTS, "Table '%s' is registered already", table);
    }
    return entry;
  }
}
