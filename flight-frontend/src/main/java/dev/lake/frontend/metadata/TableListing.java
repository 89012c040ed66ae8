package dev.lake.frontend.metadata;

import dev.lake.frontend.auth.Identity;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.memory.BufferAllocator;

/** Namespaces and tables, never one that the caller may not read (I9). */
final class TableListing {
  static final String TABLE_TYPE = "TABLE";

  private final Tables tables;
  private final TableSchemas schemas;

  TableListing(Tables tables) {
    this.tables = tables;
    this.schemas = new TableSchemas(tables);
  }

  ResultCursor namespaces(
      CommandGetDbSchemas command, Identity identity, BufferAllocator allocator) {
    TreeSet<String> namespaces = new TreeSet<>(List.of(TableName.DEFAULT_NAMESPACE));
    for (TableEntry entry : visible(identity)) {
      namespaces.add(entry.table().namespace());
    }
    LikePattern pattern =
        LikePattern.of(
            command.hasDbSchemaFilterPattern()
                ? Optional.of(command.getDbSchemaFilterPattern())
                : Optional.empty());
    boolean inCatalog = !command.hasCatalog() || isOurs(command.getCatalog());
    List<String> found =
        namespaces.stream().filter(name -> inCatalog && pattern.matches(name)).toList();
    return new RowsCursor<>(
        Schemas.GET_SCHEMAS_SCHEMA,
        allocator,
        found.iterator(),
        (batch, row, namespace) -> {
          RowsCursor.text(batch, "catalog_name", row, TableName.CATALOG);
          RowsCursor.text(batch, "db_schema_name", row, namespace);
          return namespace.length() + TableName.CATALOG.length();
        });
  }

  ResultCursor tables(CommandGetTables command, Identity identity, BufferAllocator allocator) {
    LikePattern namePattern =
        LikePattern.of(
            command.hasTableNameFilterPattern()
                ? Optional.of(command.getTableNameFilterPattern())
                : Optional.empty());
    LikePattern namespacePattern =
        LikePattern.of(
            command.hasDbSchemaFilterPattern()
                ? Optional.of(command.getDbSchemaFilterPattern())
                : Optional.empty());
    Predicate<TableName> wanted =
        table -> namePattern.matches(table.name()) && namespacePattern.matches(table.namespace());
    // A driver that looks one table up takes the first row: the exact name comes first.
    Comparator<TableName> order =
        Comparator.<TableName>comparingInt(table -> namePattern.distance(table.name()))
            .thenComparing(Comparator.naturalOrder());
    Iterator<TableName> found =
        canMatch(command)
            ? visible(identity).stream()
                .map(TableEntry::table)
                .filter(wanted)
                .sorted(order)
                .iterator()
            : Collections.emptyIterator();
    if (command.getIncludeSchema()) {
      return new RowsCursor<>(
          Schemas.GET_TABLES_SCHEMA,
          allocator,
          found,
          (batch, row, table) -> {
            byte[] schema = schemas.serialized(table);
            RowsCursor.binary(batch, "table_schema", row, schema);
            return write(batch, row, table) + schema.length;
          });
    }
    return new RowsCursor<>(
        Schemas.GET_TABLES_SCHEMA_NO_SCHEMA, allocator, found, TableListing::write);
  }

  private static int write(
      org.apache.arrow.vector.VectorSchemaRoot batch, int row, TableName table) {
    RowsCursor.text(batch, "catalog_name", row, TableName.CATALOG);
    RowsCursor.text(batch, "db_schema_name", row, table.namespace());
    RowsCursor.text(batch, "table_name", row, table.name());
    RowsCursor.text(batch, "table_type", row, TABLE_TYPE);
    return table.name().length() + table.namespace().length() + 16;
  }

  /** Whether the filters on catalog and type leave anything; "" asks for tables without catalog. */
  private static boolean canMatch(CommandGetTables command) {
    boolean catalog = !command.hasCatalog() || isOurs(command.getCatalog());
    boolean type =
        command.getTableTypesCount() == 0
            || command.getTableTypesList().stream().anyMatch(TABLE_TYPE::equalsIgnoreCase);
    return catalog && type;
  }

  private static boolean isOurs(String catalog) {
    return catalog.equalsIgnoreCase(TableName.CATALOG);
  }

  private List<TableEntry> visible(Identity identity) {
    return tables.list().stream().filter(entry -> identity.mayRead(entry.table())).toList();
  }
}
