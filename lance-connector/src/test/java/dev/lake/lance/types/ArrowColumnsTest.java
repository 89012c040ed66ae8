package dev.lake.lance.types;

import static dev.lake.lance.types.Samples.INT32;
import static dev.lake.lance.types.Samples.column;
import static dev.lake.lance.types.Samples.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArrowColumnsTest {
  @Test
  void stringsStayValidAfterTheBatchIsGone() {
    List<@Nullable Object> texts = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      texts.add(i % 9 == 0 ? null : "x".repeat(i % 40) + i);
    }
    texts.set(1234, "long ".repeat(20_000));
    List<@Nullable StringData> seen = new ArrayList<>();
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, column(ArrowType.Utf8.INSTANCE), texts)) {
      ColumnarRowData row = new ColumnarRowData(view(batch));
      for (int i = 0; i < texts.size(); i++) {
        row.setRowId(i);
        seen.add(row.isNullAt(0) ? null : row.getString(0));
      }
      // Any order must do, although rows come in order.
      for (int i = texts.size() - 1; i >= 0; i -= 7) {
        row.setRowId(i);
        if (!row.isNullAt(0)) {
          assertThat(row.getString(0)).hasToString((String) texts.get(i));
        }
      }
    }
    for (int i = 0; i < texts.size(); i++) {
      assertThat(seen.get(i) == null ? null : seen.get(i).toString()).isEqualTo(texts.get(i));
    }
  }

  @Test
  void anOpaqueColumnIsNullAndNeedsNoVector() {
    Field micros = column(new ArrowType.Duration(TimeUnit.MICROSECOND));
    RowType rows = RowType.of(ArrowTypes.opaque(micros), new IntType(), ArrowTypes.opaque(micros));
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, field("c", INT32), List.of(7))) {
      VectorizedColumnBatch view = ArrowColumns.view(batch, rows);
      assertThat(view.isNullAt(0, 0)).isTrue();
      assertThat(view.getInt(0, 1)).isEqualTo(7);
      assertThat(view.isNullAt(0, 2)).isTrue();
    }
  }

  @Test
  void aDecimalOfTooManyDigitsIsANamedError() {
    for (int precision : new int[] {5, 20}) {
      Field decimal = column(new ArrowType.Decimal(precision, 0, 128));
      try (RootAllocator allocator = new RootAllocator();
          VectorSchemaRoot batch =
              VectorSchemaRoot.create(
                  new org.apache.arrow.vector.types.pojo.Schema(List.of(decimal)), allocator)) {
        DecimalVector vector = (DecimalVector) batch.getVector(0);
        byte[] huge = new byte[16];
        Arrays.fill(huge, (byte) 0x55);
        vector.allocateNew(1);
        vector.set(0, 0);
        vector.getDataBuffer().setBytes(0, huge);
        batch.setRowCount(1);
        assertThatThrownBy(() -> view(batch).getDecimal(0, 0, precision, 0))
            .isInstanceOf(UnrepresentableValueException.class)
            .hasMessageContaining("'c'");
      }
    }
  }

  @Test
  void aSecondThatMillisecondsCannotCountIsANamedError() {
    Field seconds = column(new ArrowType.Timestamp(TimeUnit.SECOND, null));
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch =
            Batches.of(allocator, seconds, List.of(Long.MAX_VALUE, Long.MIN_VALUE))) {
      for (int i = 0; i < 2; i++) {
        int row = i;
        assertThatThrownBy(() -> view(batch).getTimestamp(row, 0, 0))
            .isInstanceOf(UnrepresentableValueException.class)
            .hasMessageContaining("'c'");
      }
    }
  }

  @Test
  void aBatchOfOtherColumnsIsRefused() {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, field("c", INT32), List.of(1))) {
      assertThatThrownBy(() -> ArrowColumns.view(batch, RowType.of()))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> ArrowColumns.view(batch, RowType.of(new BigIntType())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Column 'c' of type int32 cannot be seen as BIGINT");
    }
  }

  private static VectorizedColumnBatch view(VectorSchemaRoot batch) {
    return ArrowColumns.view(batch, ArrowTypes.rowType(batch.getSchema()));
  }
}
