package dev.lake.lance.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every supported type: Arrow to rows gives SQL's values, and rows to Arrow the same bytes. */
class RoundTripTest {
  static Stream<Samples.Sample> samples() {
    return Samples.all().stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sqlSeesTheValues(Samples.Sample sample) {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, sample.field(), sample.arrow())) {
      RowType rows = ArrowTypes.rowType(batch.getSchema());
      VectorizedColumnBatch view = ArrowColumns.view(batch, rows);
      RowDataSerializer serializer = new RowDataSerializer(rows);
      for (int i = 0; i < sample.sql().size(); i++) {
        ColumnarRowData row = new ColumnarRowData(view, i);
        Object expected = sample.sql().get(i);
        BinaryRowData wanted =
            serializer.toBinaryRow(org.apache.flink.table.data.GenericRowData.of(expected)).copy();
        assertThat(serializer.toBinaryRow(row)).isEqualTo(wanted);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void comesBackExactly(Samples.Sample sample) throws IOException {
    for (List<@Nullable Object> values : nullPatterns(sample.arrow())) {
      roundTrip(sample, values, Way.DIRECT);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  @DisplayName("rows that went through Flink's own format, on and off the heap, come back exactly")
  void comesBackThroughBinaryRows(Samples.Sample sample) throws IOException {
    for (List<@Nullable Object> values : nullPatterns(sample.arrow())) {
      roundTrip(sample, values, Way.BINARY);
      roundTrip(sample, values, Way.OFF_HEAP);
    }
  }

  /** B6: a null that does not advance its children shifts every later row. */
  static List<List<@Nullable Object>> nullPatterns(List<Object> values) {
    List<@Nullable Object> between = new ArrayList<>();
    List<@Nullable Object> pairs = new ArrayList<>();
    for (Object value : values) {
      Collections.addAll(between, null, value);
      Collections.addAll(pairs, value, null, null);
    }
    List<@Nullable Object> many = new ArrayList<>();
    for (int i = 0; i < 700; i++) {
      many.add(i % 5 == 3 ? null : values.get(i % Math.min(values.size(), 5)));
    }
    return List.of(
        new ArrayList<>(values), between, pairs, Collections.nCopies(9, null), List.of(), many);
  }

  private enum Way {
    DIRECT,
    BINARY,
    OFF_HEAP
  }

  private static void roundTrip(Samples.Sample sample, List<@Nullable Object> values, Way way)
      throws IOException {
    Schema schema = new Schema(List.of(sample.field()));
    RowType rows = ArrowTypes.rowType(schema);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, sample.field(), values);
        VectorSchemaRoot target = VectorSchemaRoot.create(schema, allocator)) {
      ArrowRowWriter writer = new ArrowRowWriter(target, rows);
      RowDataSerializer serializer = new RowDataSerializer(rows);
      for (int again = 0; again < 2; again++) {
        writer.reset();
        ColumnarRowData row = new ColumnarRowData(ArrowColumns.view(batch, rows));
        for (int i = 0; i < values.size(); i++) {
          row.setRowId(i);
          writer.write(
              switch (way) {
                case DIRECT -> row;
                case BINARY -> serializer.toBinaryRow(row);
                case OFF_HEAP -> offHeap(serializer.toBinaryRow(row));
              });
        }
        writer.finish();
        assertThat(target.getRowCount()).isEqualTo(values.size());
        assertThat(VectorEqualsVisitor.vectorEquals(batch.getVector(0), target.getVector(0)))
            .as("%s: %s is %s", sample, batch.getVector(0), target.getVector(0))
            .isTrue();
        assertThat(target.getVector(0).getNullCount()).isEqualTo(batch.getVector(0).getNullCount());
        checkIpc(allocator, target);
      }
    }
  }

  private static void checkIpc(RootAllocator allocator, VectorSchemaRoot batch) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ArrowStreamWriter out = new ArrowStreamWriter(batch, null, bytes)) {
      out.writeBatch();
    }
    try (ArrowStreamReader in =
        new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator)) {
      assertThat(in.loadNextBatch()).isTrue();
      assertThat(in.getVectorSchemaRoot().equals(batch)).isTrue();
    }
  }

  private static BinaryRowData offHeap(BinaryRowData row) {
    MemorySegment segment =
        MemorySegmentFactory.allocateUnpooledOffHeapMemory(row.getSizeInBytes() + 8);
    segment.put(8, row.getSegments()[0].getArray(), row.getOffset(), row.getSizeInBytes());
    BinaryRowData copy = new BinaryRowData(row.getArity());
    copy.pointTo(segment, 8, row.getSizeInBytes());
    return copy;
  }
}
