package dev.lake.lance.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The one mapping between Arrow types and Flink's SQL types; {@code docs/types.md} is its table.
 *
 * <p>A table column becomes the SQL type that holds each of its values: unsigned integers the next
 * wider signed type, float16 FLOAT, fixed-size lists ARRAY. The exact Arrow field is not lost:
 * {@link ArrowRowWriter} writes the wider values back into it. Columns without such a type are
 * <em>opaque</em>: they stand in the row type, so that the rest of the table can be queried.
 *
 * <p>Every column is nullable to SQL, whatever the table says; nested nullability is the table's.
 * Thread-safe.
 */
public final class ArrowTypes {
  private ArrowTypes() {}

  /**
   * The SQL type of a table column.
   *
   * @throws UnsupportedArrowTypeException for a type, at any depth, that SQL cannot compute with
   */
  public static LogicalType toFlink(Field column) {
    return SqlTypes.of(column.getName(), column).copy(true);
  }

  /** Whether {@link #toFlink(Field)} has an answer. */
  public static boolean supported(Field column) {
    try {
      SqlTypes.of(column.getName(), column);
      return true;
    } catch (UnsupportedArrowTypeException e) {
      return false;
    }
  }

  /** The marker type of a column that SQL cannot compute with; it carries the Arrow type's name. */
  public static LogicalType opaque(Field column) {
    return OpaqueType.of(describe(column));
  }

  /** Whether a type is the marker of {@link #opaque(Field)}. */
  public static boolean opaque(LogicalType type) {
    return OpaqueType.arrowType(type) != null;
  }

  /** The Arrow type's name behind an {@link #opaque(Field) opaque} type; empty for any other. */
  public static Optional<String> opaqueName(LogicalType type) {
    return Optional.ofNullable(OpaqueType.arrowType(type));
  }

  /** The row type of a table: the SQL type of each column, opaque where there is none. */
  public static RowType rowType(Schema table) {
    List<RowType.RowField> columns = new ArrayList<>();
    for (Field column : table.getFields()) {
      LogicalType type = supported(column) ? toFlink(column) : opaque(column);
      columns.add(new RowType.RowField(column.getName(), type));
    }
    return new RowType(false, columns);
  }

  /**
   * The Arrow field of a computed column: nullable, nested nullability as the SQL type has it,
   * instants (TIMESTAMP_LTZ) in zone UTC.
   *
   * @throws UnsupportedArrowTypeException for a SQL type that has no Arrow form
   */
  public static Field toArrow(String name, LogicalType type) {
    return ArrowFields.of(name, name, type.copy(true));
  }

  /** The field's type in Arrow's words, for messages; at most 200 characters. */
  public static String describe(Field field) {
    return TypeText.of(field);
  }
}
