package dev.lake.jobs.sql;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.table.LanceTableFactory;
import dev.lake.protocol.TableName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.factories.Factory;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of one request: the tables of its snapshot set and nothing else, every column
 * nullable (the planner needs cubic time for IN over a column that is not).
 */
final class SnapshotCatalog extends ReadOnlyCatalog {

  private static final long ROW_BATCH_BYTES = 16L << 20;

  private final Map<TableName, DatasetDescription> tables;
  private final Map<TableName, CatalogTable> entries = new HashMap<>();
  private final Set<String> namespaces = new TreeSet<>();
  private final Factory factory;

  SnapshotCatalog(
      Map<TableName, DatasetDescription> tables, String defaultNamespace, String storageProfile) {
    super(TableName.CATALOG, defaultNamespace);
    this.tables = Map.copyOf(tables);
    namespaces.add(defaultNamespace);
    tables.forEach(
        (name, dataset) -> {
          namespaces.add(name.namespace());
          entries.put(name, entry(dataset, storageProfile));
        });
    factory = new LanceTableFactory(this::describe);
  }

  private static CatalogTable entry(DatasetDescription dataset, String storageProfile) {
    RowType rows = OpaqueColumns.rowType(dataset.schema());
    Schema schema =
        Schema.newBuilder().fromRowDataType(TypeConversions.fromLogicalToDataType(rows)).build();
    int batchRows = RowWidth.batchRows(dataset.schema(), ROW_BATCH_BYTES);
    return CatalogTable.newBuilder()
        .schema(schema)
        .options(
            Map.of(
                LanceTableFactory.PATH.key(), dataset.location(),
                LanceTableFactory.VERSION.key(), Long.toString(dataset.version()),
                LanceTableFactory.INCARNATION.key(), dataset.incarnation(),
                LanceTableFactory.STORAGE_PROFILE.key(), storageProfile,
                LanceTableFactory.BATCH_ROWS.key(), Integer.toString(batchRows)))
        .build();
  }

  private DatasetDescription describe(ReadableConfig table) {
    return tables.values().stream()
        .filter(
            dataset ->
                dataset.location().equals(table.get(LanceTableFactory.PATH))
                    && dataset.version() == table.get(LanceTableFactory.VERSION)
                    && dataset.incarnation().equals(table.get(LanceTableFactory.INCARNATION)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("A table outside the snapshot set"));
  }

  Set<TableName> names() {
    return tables.keySet();
  }

  DatasetDescription dataset(TableName table) {
    return Objects.requireNonNull(tables.get(table));
  }

  /** The exact column of a table. */
  Field column(TableName table, int index) {
    return dataset(table).schema().getFields().get(index);
  }

  @Override
  public Optional<Factory> getFactory() {
    return Optional.of(factory);
  }

  @Override
  public List<String> listDatabases() {
    return List.copyOf(namespaces);
  }

  @Override
  public boolean databaseExists(String name) {
    return namespaces.contains(name);
  }

  @Override
  public CatalogDatabase getDatabase(String name) throws DatabaseNotExistException {
    if (!databaseExists(name)) {
      throw new DatabaseNotExistException(getName(), name);
    }
    return new CatalogDatabaseImpl(Map.of(), "");
  }

  @Override
  public List<String> listTables(String database) {
    return tables.keySet().stream()
        .filter(table -> table.namespace().equals(database))
        .map(TableName::name)
        .sorted()
        .toList();
  }

  @Override
  public boolean tableExists(ObjectPath path) {
    return entry(path) != null;
  }

  @Override
  public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
    CatalogTable table = entry(path);
    if (table == null) {
      throw new TableNotExistException(getName(), path);
    }
    return table;
  }

  @Override
  public CatalogTableStatistics getTableStatistics(ObjectPath path) {
    return tables.entrySet().stream()
        .filter(table -> matches(table.getKey(), path))
        .map(table -> new CatalogTableStatistics(table.getValue().rows(), 1, 0, 0))
        .findFirst()
        .orElse(CatalogTableStatistics.UNKNOWN);
  }

  private @Nullable CatalogTable entry(ObjectPath path) {
    return entries.entrySet().stream()
        .filter(entry -> matches(entry.getKey(), path))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private static boolean matches(TableName table, ObjectPath path) {
    return table.namespace().equals(path.getDatabaseName())
        && table.name().equals(path.getObjectName());
  }
}
