package dev.lake.frontend.metadata;

import dev.lake.jobs.interactive.ResultCursor;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.Nullable;
import org.apache.arrow.flight.sql.impl.FlightSql.Searchable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** The SQL types by their XDBC codes, for GetXdbcTypeInfo. */
final class XdbcTypes {

  /**
   * One SQL type.
   *
   * @param code XDBC data type
   * @param size digits, characters or bits, by the type
   * @param radix base of the size of a number, 0 for other types
   * @param quote what a literal begins with; it ends with a quote
   */
  private record SqlType(String name, int code, int size, int radix, String quote) {}

  private static final List<SqlType> TYPES =
      List.of(
          new SqlType("BOOLEAN", -7, 1, 0, ""),
          new SqlType("TINYINT", -6, 3, 10, ""),
          new SqlType("BIGINT", -5, 19, 10, ""),
          new SqlType("BYTES", -3, Integer.MAX_VALUE, 0, "X'"),
          new SqlType("DECIMAL", 3, 38, 10, ""),
          new SqlType("INT", 4, 10, 10, ""),
          new SqlType("SMALLINT", 5, 5, 10, ""),
          new SqlType("FLOAT", 7, 24, 2, ""),
          new SqlType("DOUBLE", 8, 53, 2, ""),
          new SqlType("STRING", 12, Integer.MAX_VALUE, 0, "'"),
          new SqlType("DATE", 91, 10, 0, "DATE '"),
          new SqlType("TIME", 92, 12, 0, "TIME '"),
          new SqlType("TIMESTAMP", 93, 29, 0, "TIMESTAMP '"));

  private XdbcTypes() {}

  static ResultCursor cursor(CommandGetXdbcTypeInfo command, BufferAllocator allocator) {
    List<SqlType> wanted =
        TYPES.stream()
            .filter(type -> !command.hasDataType() || command.getDataType() == type.code())
            .toList();
    return new RowsCursor<>(
        Schemas.GET_TYPE_INFO_SCHEMA, allocator, wanted.iterator(), XdbcTypes::write);
  }

  private static int write(VectorSchemaRoot batch, int row, SqlType type) {
    boolean number = type.radix() > 0;
    RowsCursor.text(batch, "type_name", row, type.name());
    RowsCursor.text(batch, "local_type_name", row, type.name());
    RowsCursor.text(batch, "literal_prefix", row, type.quote().isEmpty() ? null : type.quote());
    RowsCursor.text(batch, "literal_suffix", row, type.quote().isEmpty() ? null : "'");
    number(batch, "data_type", row, type.code());
    number(batch, "sql_data_type", row, type.code());
    number(batch, "column_size", row, type.size());
    number(batch, "nullable", row, Nullable.NULLABILITY_NULLABLE_VALUE);
    number(batch, "searchable", row, Searchable.SEARCHABLE_FULL_VALUE);
    flag(batch, "case_sensitive", row, type.code() == 12);
    flag(batch, "fixed_prec_scale", row, false);
    flag(batch, "auto_increment", row, false);
    if (number) {
      flag(batch, "unsigned_attribute", row, false);
      number(batch, "num_prec_radix", row, type.radix());
    }
    if (type.code() == 3) {
      number(batch, "minimum_scale", row, 0);
      number(batch, "maximum_scale", row, 38);
    }
    return 128;
  }

  private static void number(VectorSchemaRoot batch, String column, int row, int value) {
    ((IntVector) batch.getVector(column)).setSafe(row, value);
  }

  private static void flag(VectorSchemaRoot batch, String column, int row, boolean value) {
    ((BitVector) batch.getVector(column)).setSafe(row, value ? 1 : 0);
  }
}
