package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Arrow vectors seen as Flink's columns. */
public final class ArrowColumns {
  private static final ColumnVector NULLS = row -> true;

  private ArrowColumns() {}

  /**
   * A view of a batch for {@code ColumnarRowData}. The columns of the row type are the vectors of
   * the batch in their order; names are not compared. An opaque column has no vector: SQL never
   * looks at its values, so that it is null in every row and need not be read.
   *
   * <p>Cheap: nothing is copied but the bytes of strings and binary values, when asked for. The
   * view is valid until the batch's vectors are loaded anew or closed: make one per batch. Strings
   * and binary values taken from it stay valid; arrays, maps and rows do not. Not thread-safe.
   *
   * <p>Reading a value that its own type does not allow (a decimal of too many digits) or that SQL
   * cannot count (a second some 292 million years away) throws {@link
   * UnrepresentableValueException}.
   *
   * @throws IllegalArgumentException if the batch has other columns than the row type
   */
  public static VectorizedColumnBatch view(VectorSchemaRoot batch, RowType rows) {
    List<FieldVector> vectors = batch.getFieldVectors();
    long wanted = rows.getChildren().stream().filter(type -> !ArrowTypes.opaque(type)).count();
    if (vectors.size() != wanted) {
      throw new IllegalArgumentException(
          "A batch of %d columns cannot be seen as rows of %d".formatted(vectors.size(), wanted));
    }
    ColumnVector[] columns = new ColumnVector[rows.getFieldCount()];
    int next = 0;
    for (int i = 0; i < columns.length; i++) {
      LogicalType type = rows.getTypeAt(i);
      columns[i] = ArrowTypes.opaque(type) ? NULLS : top(vectors.get(next++), type);
    }
    VectorizedColumnBatch view = new VectorizedColumnBatch(columns);
    view.setNumRows(batch.getRowCount());
    return view;
  }

  private static ColumnVector top(FieldVector vector, LogicalType type) {
    String column = vector.getName();
    LogicalType natural = SqlTypes.of(column, vector.getField());
    if (natural.getTypeRoot() != type.getTypeRoot()) {
      throw new IllegalArgumentException(
          "Column %s of type %s cannot be seen as %s"
              .formatted(
                  Names.quote(column),
                  ArrowTypes.describe(vector.getField()),
                  type.asSummaryString()));
    }
    return of(column, vector);
  }

  private static ColumnVector of(String column, FieldVector vector) {
    ArrowType type = vector.getField().getType();
    return switch (type.getTypeID()) {
      case Bool -> new FixedViews.Bool(vector);
      case Int -> {
        ArrowType.Int integer = (ArrowType.Int) type;
        yield FixedViews.integer(vector, integer.getBitWidth(), integer.getIsSigned());
      }
      case FloatingPoint ->
          switch (((ArrowType.FloatingPoint) type).getPrecision()) {
            case HALF -> new FixedViews.Float16(vector);
            case SINGLE -> new FixedViews.Float32(vector);
            case DOUBLE -> new FixedViews.Float64(vector);
          };
      case Decimal -> {
        ArrowType.Decimal decimal = (ArrowType.Decimal) type;
        yield new DecimalViews.Decimal128(
            column, vector, decimal.getPrecision(), decimal.getScale());
      }
      case Date -> new FixedViews.Int32(vector, 1);
      case Time ->
          new FixedViews.Int32(
              vector, ((ArrowType.Time) type).getUnit() == TimeUnit.SECOND ? 1000 : 1);
      case Timestamp -> new TimestampView(column, vector, ((ArrowType.Timestamp) type).getUnit());
      case Utf8 -> new BytesViews.Strings(vector, BytesViews.Offsets.narrow(vector));
      case LargeUtf8 -> new BytesViews.Strings(vector, BytesViews.Offsets.wide(vector));
      case Binary -> new BytesViews.Binaries(vector, BytesViews.Offsets.narrow(vector));
      case LargeBinary -> new BytesViews.Binaries(vector, BytesViews.Offsets.wide(vector));
      case FixedSizeBinary -> {
        long width = ((ArrowType.FixedSizeBinary) type).getByteWidth();
        yield new BytesViews.Binaries(vector, i -> i * width);
      }
      default -> nested(column, vector);
    };
  }

  private static ColumnVector nested(String column, FieldVector vector) {
    ArrowType type = vector.getField().getType();
    return switch (type.getTypeID()) {
      case List -> new NestedViews.Lists(vector, child(column, vector, 0));
      case FixedSizeList ->
          new NestedViews.FixedSizeLists(
              vector, ((ArrowType.FixedSizeList) type).getListSize(), child(column, vector, 0));
      case Map -> {
        FieldVector entries = vector.getChildrenFromFields().get(0);
        yield new NestedViews.Maps(vector, child(column, entries, 0), child(column, entries, 1));
      }
      case Struct -> {
        ColumnVector[] columns = new ColumnVector[vector.getChildrenFromFields().size()];
        for (int i = 0; i < columns.length; i++) {
          columns[i] = child(column, vector, i);
        }
        yield new NestedViews.Structs(vector, columns);
      }
      default -> throw new IllegalArgumentException("No view of " + type);
    };
  }

  private static ColumnVector child(String column, FieldVector vector, int index) {
    FieldVector child = vector.getChildrenFromFields().get(index);
    return of(Names.child(column, child.getName()), child);
  }
}
