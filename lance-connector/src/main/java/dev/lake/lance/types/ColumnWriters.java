package dev.lake.lance.types;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** The writer for a pair of SQL type and Arrow field; pairs that could lose anything have none. */
final class ColumnWriters {
  private final Tally tally;

  ColumnWriters(Tally tally) {
    this.tally = tally;
  }

  ColumnWriter of(String column, FieldVector vector, LogicalType type) {
    Field field = vector.getField();
    ArrowType arrow = field.getType();
    return switch (arrow.getTypeID()) {
      case Null -> {
        require(LogicalTypeRoot.NULL, column, field, type);
        yield new NullWriter((NullVector) vector);
      }
      case Bool -> {
        require(LogicalTypeRoot.BOOLEAN, column, field, type);
        yield new BooleanWriter(vector, column);
      }
      case Int, FloatingPoint, Decimal -> number(column, vector, type);
      case Date, Time, Timestamp, Duration -> time(column, vector, type);
      case Utf8, LargeUtf8 -> {
        require(
            type.is(LogicalTypeRoot.CHAR) || type.is(LogicalTypeRoot.VARCHAR), column, field, type);
        yield BytesWriter.strings(vector, column, tally);
      }
      case Binary, LargeBinary -> {
        requireBinary(column, field, type);
        yield BytesWriter.binary(vector, column, tally);
      }
      case FixedSizeBinary -> {
        requireBinary(column, field, type);
        int width = ((ArrowType.FixedSizeBinary) arrow).getByteWidth();
        yield new FixedBinaryWriter(vector, column, width);
      }
      default -> nested(column, vector, type);
    };
  }

  private static ColumnWriter number(String column, FieldVector vector, LogicalType type) {
    Field field = vector.getField();
    ArrowType arrow = field.getType();
    if (arrow instanceof ArrowType.Decimal decimal) {
      boolean same =
          decimal.getBitWidth() == 128
              && type instanceof DecimalType sql
              && sql.getPrecision() <= decimal.getPrecision()
              && sql.getScale() == decimal.getScale();
      require(same, column, field, type);
      int precision = ((DecimalType) type).getPrecision();
      return NumberWriters.decimal(vector, column, precision, decimal.getScale());
    }
    require(SqlTypes.of(column, field).getTypeRoot(), column, field, type);
    if (arrow instanceof ArrowType.FloatingPoint floating) {
      return NumberWriters.floating(vector, column, floating.getPrecision());
    }
    ArrowType.Int integer = (ArrowType.Int) arrow;
    if (integer.getIsSigned()) {
      return NumberWriters.signed(vector, column, integer.getBitWidth());
    }
    int precision = 0;
    if (type instanceof DecimalType sql) {
      require(sql.getScale() == 0, column, field, type);
      precision = sql.getPrecision();
    }
    return NumberWriters.unsigned(vector, column, integer.getBitWidth(), precision);
  }

  private static ColumnWriter time(String column, FieldVector vector, LogicalType type) {
    Field field = vector.getField();
    if (field.getType() instanceof ArrowType.Duration duration) {
      require(duration.getUnit() == TimeUnit.MILLISECOND, column, field, type);
      require(LogicalTypeRoot.INTERVAL_DAY_TIME, column, field, type);
      return NumberWriters.signed(vector, column, Long.SIZE);
    }
    require(SqlTypes.of(column, field).getTypeRoot(), column, field, type);
    if (field.getType() instanceof ArrowType.Timestamp timestamp) {
      int precision = LogicalTypeChecks.getPrecision(type);
      require(precision <= Units.digits(timestamp.getUnit()), column, field, type);
      return TimeWriters.timestamp(vector, column, timestamp.getUnit(), precision);
    }
    if (field.getType() instanceof ArrowType.Time time && time.getUnit() == TimeUnit.SECOND) {
      require(LogicalTypeChecks.getPrecision(type) == 0, column, field, type);
      return TimeWriters.secondsOfDay(vector, column);
    }
    return NumberWriters.signed(vector, column, Integer.SIZE);
  }

  private ColumnWriter nested(String column, FieldVector vector, LogicalType type) {
    Field field = vector.getField();
    ArrowType arrow = field.getType();
    return switch (arrow.getTypeID()) {
      case List, FixedSizeList -> {
        require(LogicalTypeRoot.ARRAY, column, field, type);
        ColumnWriter elements = child(column, vector, 0, ((ArrayType) type).getElementType());
        yield arrow instanceof ArrowType.FixedSizeList fixed
            ? new FixedSizeListWriter(vector, column, fixed.getListSize(), elements)
            : OffsetsWriter.list(vector, column, tally, elements);
      }
      case Map -> {
        require(LogicalTypeRoot.MAP, column, field, type);
        FieldVector entries = vector.getChildrenFromFields().get(0);
        ColumnWriter keys = child(column, entries, 0, ((MapType) type).getKeyType());
        ColumnWriter values = child(column, entries, 1, ((MapType) type).getValueType());
        StructWriter entry = new StructWriter(entries, column, List.of(keys, values));
        yield OffsetsWriter.map(vector, column, tally, entry, keys, values);
      }
      case Struct -> {
        List<ColumnWriter> children = new ArrayList<>();
        int count = field.getChildren().size();
        require(type instanceof RowType row && row.getFieldCount() == count, column, field, type);
        for (int i = 0; i < count; i++) {
          children.add(child(column, vector, i, ((RowType) type).getTypeAt(i)));
        }
        yield new StructWriter(vector, column, children);
      }
      default -> throw refuse(column, field, type);
    };
  }

  private ColumnWriter child(String column, FieldVector parent, int index, LogicalType type) {
    FieldVector vector = parent.getChildrenFromFields().get(index);
    return of(Names.child(column, vector.getName()), vector, type);
  }

  private static void requireBinary(String column, Field field, LogicalType type) {
    boolean binary = type.is(LogicalTypeRoot.BINARY) || type.is(LogicalTypeRoot.VARBINARY);
    require(binary, column, field, type);
  }

  private static void require(LogicalTypeRoot root, String column, Field field, LogicalType type) {
    require(type.is(root), column, field, type);
  }

  private static void require(boolean met, String column, Field field, LogicalType type) {
    if (!met) {
      throw refuse(column, field, type);
    }
  }

  private static UnsupportedArrowTypeException refuse(
      String column, Field field, LogicalType type) {
    String opaque = OpaqueType.arrowType(type);
    if (opaque != null) {
      return new UnsupportedArrowTypeException(column, opaque, "which SQL cannot compute with");
    }
    return new UnsupportedArrowTypeException(
        column,
        ArrowTypes.describe(field),
        "into which values of SQL type %s cannot be written"
            .formatted(Names.shorten(type.asSummaryString(), TypeText.LONGEST)));
  }
}
