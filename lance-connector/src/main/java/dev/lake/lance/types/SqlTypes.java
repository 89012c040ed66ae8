package dev.lake.lance.types;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.jspecify.annotations.Nullable;

/** Arrow field to SQL type. */
final class SqlTypes {
  /** Lance's mark on legacy blob columns, whose scan answers {position, size}, not the bytes. */
  private static final String BLOB = "lance-encoding:blob";

  private SqlTypes() {}

  /** The SQL type of a field, with the field's own nullability. */
  static LogicalType of(String column, Field field) {
    LogicalType type = find(column, field);
    if (type == null) {
      throw new UnsupportedArrowTypeException(
          column, TypeText.of(field), "which SQL cannot compute with");
    }
    return type.copy(field.isNullable());
  }

  private static @Nullable LogicalType find(String column, Field field) {
    if (field.getDictionary() != null || field.getMetadata().containsKey(BLOB)) {
      return null;
    }
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Bool -> new BooleanType();
      case Int -> integer((ArrowType.Int) type);
      case FloatingPoint -> floatingPoint((ArrowType.FloatingPoint) type);
      case Decimal -> decimal((ArrowType.Decimal) type);
      case Date -> ((ArrowType.Date) type).getUnit() == DateUnit.DAY ? new DateType() : null;
      case Time -> time((ArrowType.Time) type);
      case Timestamp -> timestamp((ArrowType.Timestamp) type);
      case Utf8, LargeUtf8 -> VarCharType.STRING_TYPE;
      case Binary, LargeBinary -> new VarBinaryType(VarBinaryType.MAX_LENGTH);
      case FixedSizeBinary -> fixedSizeBinary((ArrowType.FixedSizeBinary) type);
      case List, FixedSizeList -> new ArrayType(child(column, field, 0));
      case Map -> map(column, field);
      case Struct -> struct(column, field);
      default -> null;
    };
  }

  private static LogicalType child(String column, Field field, int index) {
    Field child = field.getChildren().get(index);
    return of(Names.child(column, child.getName()), child);
  }

  private static LogicalType integer(ArrowType.Int type) {
    return switch (type.getBitWidth()) {
      case 8 -> type.getIsSigned() ? new TinyIntType() : new SmallIntType();
      case 16 -> type.getIsSigned() ? new SmallIntType() : new IntType();
      case 32 -> type.getIsSigned() ? new IntType() : new BigIntType();
      default -> type.getIsSigned() ? new BigIntType() : new DecimalType(20, 0);
    };
  }

  private static LogicalType floatingPoint(ArrowType.FloatingPoint type) {
    return switch (type.getPrecision()) {
      case HALF, SINGLE -> new FloatType();
      case DOUBLE -> new DoubleType();
    };
  }

  private static @Nullable LogicalType decimal(ArrowType.Decimal type) {
    boolean fits =
        type.getBitWidth() == 128
            && type.getPrecision() >= DecimalType.MIN_PRECISION
            && type.getPrecision() <= DecimalType.MAX_PRECISION
            && type.getScale() >= DecimalType.MIN_SCALE
            && type.getScale() <= type.getPrecision();
    return fits ? new DecimalType(type.getPrecision(), type.getScale()) : null;
  }

  /** Flink keeps milliseconds of a time: finer ones cannot be computed with. */
  private static @Nullable LogicalType time(ArrowType.Time type) {
    return switch (type.getUnit()) {
      case SECOND -> new TimeType(0);
      case MILLISECOND -> new TimeType(3);
      case MICROSECOND, NANOSECOND -> null;
    };
  }

  private static LogicalType timestamp(ArrowType.Timestamp type) {
    int precision = Units.digits(type.getUnit());
    return type.getTimezone() == null
        ? new TimestampType(precision)
        : new LocalZonedTimestampType(precision);
  }

  private static @Nullable LogicalType fixedSizeBinary(ArrowType.FixedSizeBinary type) {
    return type.getByteWidth() < BinaryType.MIN_LENGTH ? null : new BinaryType(type.getByteWidth());
  }

  private static LogicalType map(String column, Field field) {
    Field entries = field.getChildren().get(0);
    return new MapType(child(column, entries, 0), child(column, entries, 1));
  }

  private static @Nullable LogicalType struct(String column, Field field) {
    Set<String> names = new HashSet<>();
    List<RowType.RowField> columns = new ArrayList<>();
    for (Field child : field.getChildren()) {
      if (child.getName().isBlank() || !names.add(child.getName())) {
        return null;
      }
      columns.add(
          new RowType.RowField(child.getName(), of(Names.child(column, child.getName()), child)));
    }
    return columns.isEmpty() ? null : new RowType(columns);
  }
}
