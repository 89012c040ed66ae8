package dev.lake.frontend.metadata;

import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableName;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schema of a table as drivers show it: what {@code SELECT *} gives, with SQL type names. */
final class TableSchemas {
  private static final Logger LOG = LoggerFactory.getLogger(TableSchemas.class);

  private final Tables tables;

  TableSchemas(Tables tables) {
    this.tables = tables;
  }

  /**
   * The schema as an IPC message. A table that cannot be opened has no columns here: one such table
   * must not take the listing of all others away.
   */
  byte[] serialized(TableName table) {
    return describe(table).serializeAsMessage();
  }

  private Schema describe(TableName table) {
    try {
      List<Field> columns = new ArrayList<>();
      for (Field column : tables.describe(table).schema().getFields()) {
        columns.add(shown(table, column));
      }
      return new Schema(columns);
    } catch (LakeException e) {
      LOG.warn("Table {} is listed without columns: {}", table, e.getMessage());
      return new Schema(List.of());
    }
  }

  /** Top-level columns are nullable, as in every result. */
  private static Field shown(TableName table, Field column) {
    FlightSqlColumnMetadata.Builder metadata =
        new FlightSqlColumnMetadata.Builder()
            .catalogName(TableName.CATALOG)
            .schemaName(table.namespace())
            .tableName(table.name())
            .typeName(typeName(column))
            .isAutoIncrement(false)
            .isCaseSensitive(true)
            .isReadOnly(true)
            .isSearchable(ArrowTypes.supported(column));
    if (column.getType() instanceof ArrowType.Decimal decimal) {
      metadata.precision(decimal.getPrecision()).scale(decimal.getScale());
    }
    return new Field(
        column.getName(),
        new FieldType(
            true, column.getType(), column.getDictionary(), metadata.build().getMetadataMap()),
        column.getChildren());
  }

  private static String typeName(Field column) {
    return ArrowTypes.supported(column)
        ? ArrowTypes.toFlink(column).asSummaryString()
        : ArrowTypes.describe(column);
  }
}
