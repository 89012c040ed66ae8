package dev.lake.lance.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.columnar.ColumnarArrayData;
import org.apache.flink.table.data.columnar.ColumnarMapData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.ArrayColumnVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.MapColumnVector;
import org.apache.flink.table.data.columnar.vector.RowColumnVector;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;

/** Lists, maps and structs: windows on the views of their children. */
final class NestedViews {
  private NestedViews() {}

  static final class Lists extends ColumnView implements ArrayColumnVector {
    private final ArrowBuf offsets;
    private final ColumnVector elements;

    Lists(FieldVector vector, ColumnVector elements) {
      super(vector);
      this.offsets = vector.getOffsetBuffer();
      this.elements = elements;
    }

    @Override
    public ArrayData getArray(int i) {
      int from = offsets.getInt((long) i << 2);
      return new ColumnarArrayData(elements, from, offsets.getInt((i + 1L) << 2) - from);
    }
  }

  static final class FixedSizeLists extends ColumnView implements ArrayColumnVector {
    private final int length;
    private final ColumnVector elements;

    FixedSizeLists(FieldVector vector, int length, ColumnVector elements) {
      super(vector);
      this.length = length;
      this.elements = elements;
    }

    @Override
    public ArrayData getArray(int i) {
      return new ColumnarArrayData(elements, Math.multiplyExact(i, length), length);
    }
  }

  static final class Maps extends ColumnView implements MapColumnVector {
    private final ArrowBuf offsets;
    private final ColumnVector keys;
    private final ColumnVector values;

    Maps(FieldVector vector, ColumnVector keys, ColumnVector values) {
      super(vector);
      this.offsets = vector.getOffsetBuffer();
      this.keys = keys;
      this.values = values;
    }

    @Override
    public MapData getMap(int i) {
      int from = offsets.getInt((long) i << 2);
      return new ColumnarMapData(keys, values, from, offsets.getInt((i + 1L) << 2) - from);
    }
  }

  static final class Structs extends ColumnView implements RowColumnVector {
    private final VectorizedColumnBatch columns;

    Structs(FieldVector vector, ColumnVector[] columns) {
      super(vector);
      this.columns = new VectorizedColumnBatch(columns);
    }

    @Override
    public ColumnarRowData getRow(int i) {
      return new ColumnarRowData(columns, i);
    }
  }
}
