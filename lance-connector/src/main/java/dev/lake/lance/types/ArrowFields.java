package dev.lake.lance.types;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.jspecify.annotations.Nullable;

/** SQL type to Arrow field, for computed columns. */
final class ArrowFields {
  /** The zone of computed instants: they are points in time, and every client knows this name. */
  static final String ZONE = "UTC";

  static final String LIST_ITEM = "item";

  private ArrowFields() {}

  static Field of(String column, String name, LogicalType type) {
    ArrowType arrow = leaf(type);
    if (arrow != null) {
      return field(name, type.isNullable(), arrow, List.of());
    }
    return switch (type.getTypeRoot()) {
      case ARRAY -> {
        LogicalType element = ((ArrayType) type).getElementType();
        Field item = of(Names.child(column, LIST_ITEM), LIST_ITEM, element);
        yield field(name, type.isNullable(), ArrowType.List.INSTANCE, List.of(item));
      }
      case ROW -> {
        List<Field> children = new ArrayList<>();
        for (RowType.RowField child : ((RowType) type).getFields()) {
          String path = Names.child(column, child.getName());
          children.add(of(path, child.getName(), child.getType()));
        }
        yield field(name, type.isNullable(), ArrowType.Struct.INSTANCE, children);
      }
      case MAP -> map(column, name, (MapType) type);
      default ->
          throw new UnsupportedArrowTypeException(
              column,
              Names.shorten(type.asSummaryString(), TypeText.LONGEST),
              "which cannot be returned; cast it to another type");
    };
  }

  private static @Nullable ArrowType leaf(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case TINYINT -> new ArrowType.Int(8, true);
      case SMALLINT -> new ArrowType.Int(16, true);
      case INTEGER -> new ArrowType.Int(32, true);
      case BIGINT -> new ArrowType.Int(64, true);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) type;
        yield new ArrowType.Decimal(decimal.getPrecision(), decimal.getScale(), 128);
      }
      case CHAR, VARCHAR -> ArrowType.Utf8.INSTANCE;
      case BINARY, VARBINARY -> ArrowType.Binary.INSTANCE;
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      // Flink's times are milliseconds, whatever precision they claim.
      case TIME_WITHOUT_TIME_ZONE -> new ArrowType.Time(TimeUnit.MILLISECOND, 32);
      case TIMESTAMP_WITHOUT_TIME_ZONE ->
          new ArrowType.Timestamp(Units.of(((TimestampType) type).getPrecision()), null);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          new ArrowType.Timestamp(Units.of(((LocalZonedTimestampType) type).getPrecision()), ZONE);
      case INTERVAL_DAY_TIME -> new ArrowType.Duration(TimeUnit.MILLISECOND);
      case NULL -> ArrowType.Null.INSTANCE;
      default -> null;
    };
  }

  private static Field map(String column, String name, MapType type) {
    // Arrow has no null keys; a null one is refused when it is written.
    Field key =
        of(
            Names.child(column, MapVector.KEY_NAME),
            MapVector.KEY_NAME,
            type.getKeyType().copy(false));
    Field value =
        of(Names.child(column, MapVector.VALUE_NAME), MapVector.VALUE_NAME, type.getValueType());
    Field entries =
        field(MapVector.DATA_VECTOR_NAME, false, ArrowType.Struct.INSTANCE, List.of(key, value));
    return field(name, type.isNullable(), new ArrowType.Map(false), List.of(entries));
  }

  private static Field field(String name, boolean nullable, ArrowType type, List<Field> children) {
    return new Field(name, new FieldType(nullable, type, null), children);
  }
}
