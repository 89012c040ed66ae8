package dev.lake.lance.types;

import static dev.lake.lance.types.Samples.FLOAT32;
import static dev.lake.lance.types.Samples.INT32;
import static dev.lake.lance.types.Samples.column;
import static dev.lake.lance.types.Samples.field;
import static dev.lake.lance.types.Samples.integer;
import static dev.lake.lance.types.Samples.required;
import static dev.lake.lance.types.Samples.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.TransferPair;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.NullType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrowRowWriterTest {
  private final RootAllocator allocator = new RootAllocator();

  @AfterEach
  void everythingCameBack() {
    allocator.close();
  }

  record Misfit(Field field, Object value, String reason) {}

  static Stream<Misfit> misfits() {
    long year9999 = 253402300799000L;
    Field inner = required("x", INT32);
    Field map =
        column(
            new ArrowType.Map(false),
            required(
                "entries",
                ArrowType.Struct.INSTANCE,
                required("key", ArrowType.Utf8.INSTANCE),
                field("value", INT32)));
    Map<@Nullable Object, Object> nullKey = new HashMap<>();
    nullKey.put(null, 1);
    return Stream.of(
        new Misfit(column(integer(8, false)), (short) -1, "range"),
        new Misfit(column(integer(8, false)), (short) 256, "range"),
        new Misfit(column(integer(16, false)), -1, "range"),
        new Misfit(column(integer(16, false)), 65536, "range"),
        new Misfit(column(integer(32, false)), -1L, "range"),
        new Misfit(column(integer(32, false)), 1L << 32, "range"),
        new Misfit(column(integer(64, false)), decimal("-1"), "range"),
        new Misfit(column(integer(64, false)), decimal("18446744073709551616"), "range"),
        new Misfit(half(), 0.1f, "digits"),
        new Misfit(half(), 65520f, "range"),
        new Misfit(half(), 0x1p-25f, "digits"),
        new Misfit(stamp(TimeUnit.NANOSECOND), TimestampData.fromEpochMillis(year9999), "1970"),
        new Misfit(stamp(TimeUnit.NANOSECOND), TimestampData.fromEpochMillis(-year9999), "1970"),
        new Misfit(
            stamp(TimeUnit.MICROSECOND), TimestampData.fromEpochMillis(Long.MIN_VALUE), "1970"),
        new Misfit(
            column(new ArrowType.FixedSizeList(2), field("item", FLOAT32)),
            new GenericArrayData(new float[] {1}),
            "length"),
        new Misfit(column(new ArrowType.FixedSizeBinary(2)), new byte[3], "length"),
        new Misfit(
            column(ArrowType.Struct.INSTANCE, inner), GenericRowData.of((Object) null), "null"),
        new Misfit(
            column(ArrowType.List.INSTANCE, required("item", INT32)),
            new GenericArrayData(new Object[] {1, null}),
            "null"),
        new Misfit(map, new GenericMapData(nullKey), "null"));
  }

  private static DecimalData decimal(String value) {
    DecimalData decimal = DecimalData.fromBigDecimal(new BigDecimal(value), 20, 0);
    if (decimal == null) {
      throw new IllegalArgumentException(value);
    }
    return decimal;
  }

  private static Field half() {
    return column(new ArrowType.FloatingPoint(FloatingPointPrecision.HALF));
  }

  private static Field stamp(TimeUnit unit) {
    return column(new ArrowType.Timestamp(unit, null));
  }

  @ParameterizedTest
  @MethodSource("misfits")
  void aValueThatDoesNotFitIsANamedError(Misfit misfit) {
    try (VectorSchemaRoot target = target(misfit.field())) {
      ArrowRowWriter writer = writer(target);
      assertThatThrownBy(() -> writer.write(GenericRowData.of(misfit.value())))
          .isInstanceOf(UnrepresentableValueException.class)
          .hasMessageStartingWith("Column 'c")
          .hasMessageContaining(misfit.reason());
    }
  }

  @Test
  void theMessageNamesThePathAndNotTheValue() {
    Field list = column(ArrowType.List.INSTANCE, field("item", integer(8, false)));
    try (VectorSchemaRoot target = target(list)) {
      ArrowRowWriter writer = writer(target);
      assertThatThrownBy(
              () -> writer.write(GenericRowData.of(new GenericArrayData(new short[] {31313}))))
          .hasMessage("Column 'c.item' holds a value that does not fit uint8: it is out of range");
    }
  }

  @Test
  void pairsThatCouldLoseSomethingAreRefusedBeforeTheFirstRow() {
    refused(column(INT32), new BigIntType());
    refused(column(new ArrowType.Decimal(10, 2, 128)), new DecimalType(10, 3));
    refused(column(new ArrowType.Decimal(10, 2, 128)), new DecimalType(11, 2));
    refused(stamp(TimeUnit.MILLISECOND), new TimestampType(6));
    refused(column(ArrowType.Utf8.INSTANCE), new IntType());
    Field micros = column(new ArrowType.Time(TimeUnit.MICROSECOND, 64));
    refused(micros, ArrowTypes.opaque(micros));
  }

  private void refused(Field field, LogicalType type) {
    try (VectorSchemaRoot target = target(field)) {
      assertThatThrownBy(() -> new ArrowRowWriter(target, RowType.of(type)))
          .isInstanceOf(UnsupportedArrowTypeException.class)
          .hasMessageContaining("'c'");
    }
  }

  @Test
  void computedColumnsOfNarrowerPrecisionFitTheirField() {
    LogicalType[] types = {
      new DecimalType(5, 2), new TimestampType(4), new VarCharType(3), new NullType()
    };
    Field[] fields = new Field[types.length];
    for (int i = 0; i < types.length; i++) {
      fields[i] = ArrowTypes.toArrow("c" + i, types[i]);
    }
    try (VectorSchemaRoot target = target(fields)) {
      ArrowRowWriter writer = new ArrowRowWriter(target, RowType.of(types));
      writer.write(
          GenericRowData.of(
              DecimalData.fromUnscaledLong(-12345, 5, 2),
              TimestampData.fromEpochMillis(-1, 900_000),
              string("abc"),
              null));
      writer.finish();
      assertThat(target.getVector(0).getObject(0)).isEqualTo(new BigDecimal("-123.45"));
      assertThat(target.getVector(1).getObject(0)).hasToString("1969-12-31T23:59:59.999900");
      assertThat(target.getVector(3).isNull(0)).isTrue();
    }
  }

  @Test
  void bytesTellTheSizeOfTheBatch() {
    Field[] fields = {
      field("n", integer(64, true)),
      field("s", ArrowType.Utf8.INSTANCE),
      field("b", ArrowType.Bool.INSTANCE),
      field("l", ArrowType.List.INSTANCE, field("item", ArrowType.Utf8.INSTANCE)),
      field("v", new ArrowType.FixedSizeList(16), field("item", FLOAT32))
    };
    try (VectorSchemaRoot target = target(fields)) {
      ArrowRowWriter writer = writer(target);
      assertThat(writer.bytes()).isZero();
      while (writer.bytes() < 1 << 20) {
        int i = writer.rows();
        Object list =
            i % 3 == 0 ? null : new GenericArrayData(new Object[] {string("x" + i), null});
        Object vector = i % 7 == 0 ? null : new GenericArrayData(new float[16]);
        writer.write(GenericRowData.of((long) i, string("row " + i), i % 2 == 0, list, vector));
      }
      writer.finish();

      long actual = target.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
      assertThat(writer.bytes()).isCloseTo(actual, within(actual / 100));

      writer.reset();
      assertThat(writer.bytes()).isZero();
      assertThat(writer.rows()).isZero();
    }
  }

  @Test
  void resetKeepsTheMemory() {
    try (VectorSchemaRoot target = textAndNumber()) {
      ArrowRowWriter writer = writer(target);
      fill(writer, 3000, "first");
      List<Long> addresses = addresses(target);
      long held = allocator.getAllocatedMemory();

      writer.reset();
      fill(writer, 2999, "again");

      assertThat(addresses(target)).isEqualTo(addresses);
      assertThat(allocator.getAllocatedMemory()).isEqualTo(held);
      check(target, 2999, "again");
    }
  }

  @Test
  void aRetainedBatchIsNeverWrittenAgain() {
    try (VectorSchemaRoot target = textAndNumber()) {
      ArrowRowWriter writer = writer(target);
      fill(writer, 1000, "kept");
      try (ArrowRecordBatch kept = new VectorUnloader(target).getRecordBatch()) {
        List<byte[]> before = contents(kept);
        writer.reset();
        fill(writer, 1000, "next");
        assertThat(contents(kept)).usingRecursiveComparison().isEqualTo(before);
      }
      check(target, 1000, "next");
    }
  }

  @Test
  void aTransferredBatchIsNeverWrittenAgain() {
    try (BufferAllocator other = allocator.newChildAllocator("receiver", 0, Long.MAX_VALUE);
        VectorSchemaRoot target = textAndNumber()) {
      ArrowRowWriter writer = writer(target);
      fill(writer, 1000, "away");
      List<FieldVector> moved = new ArrayList<>();
      for (FieldVector vector : target.getFieldVectors()) {
        TransferPair pair = vector.getTransferPair(other);
        pair.transfer();
        moved.add((FieldVector) pair.getTo());
      }
      try (VectorSchemaRoot away = new VectorSchemaRoot(moved)) {
        away.setRowCount(1000);
        writer.reset();
        fill(writer, 1000, "next");
        check(away, 1000, "away");
        check(target, 1000, "next");
      }
    }
  }

  @Test
  void theMemoryOfAnUnusualRowIsGivenBack() {
    Field numbers = field("l", ArrowType.List.INSTANCE, field("item", integer(64, true)));
    try (VectorSchemaRoot target = target(field("s", ArrowType.Utf8.INSTANCE), numbers)) {
      ArrowRowWriter writer = writer(target);
      writer.write(
          GenericRowData.of(string("x".repeat(20 << 20)), new GenericArrayData(new long[3 << 20])));
      writer.finish();
      assertThat(allocator.getAllocatedMemory()).isGreaterThan(40 << 20);

      writer.reset();
      assertThat(allocator.getAllocatedMemory()).isLessThan(1 << 20);

      writer.write(GenericRowData.of(string("x"), new GenericArrayData(new long[1])));
      assertThat(allocator.getAllocatedMemory()).isLessThan(20 << 20);
      writer.finish();
    }
  }

  @Test
  void fatSlotsStartSmall() {
    try (VectorSchemaRoot target = target(column(new ArrowType.FixedSizeBinary(1 << 20)))) {
      ArrowRowWriter writer = writer(target);
      for (int i = 0; i < 20; i++) {
        Object value = i % 3 == 1 ? null : new byte[1 << 20];
        writer.write(GenericRowData.of(value));
        assertThat(allocator.getAllocatedMemory()).isLessThan((writer.rows() + 4) * (2L << 20));
      }
      writer.finish();
      assertThat(target.getVector(0).getNullCount()).isEqualTo(7);
    }
  }

  @Test
  void anAllocatorAtItsLimitLeaksNothing() {
    try (RootAllocator small = new RootAllocator(64 << 10);
        VectorSchemaRoot target =
            VectorSchemaRoot.create(
                new Schema(List.of(column(integer(64, true)), field("s", ArrowType.Utf8.INSTANCE))),
                small)) {
      ArrowRowWriter writer = writer(target);
      assertThatThrownBy(
              () -> {
                for (long i = 0; i < 100_000; i++) {
                  writer.write(GenericRowData.of(i, string("text " + i)));
                }
              })
          .isInstanceOf(OutOfMemoryException.class);
    }
  }

  @Test
  void aFinishedBatchTakesNoRow() {
    try (VectorSchemaRoot target = target(column(INT32))) {
      ArrowRowWriter writer = writer(target);
      writer.finish();
      assertThatThrownBy(() -> writer.write(GenericRowData.of(1)))
          .isInstanceOf(IllegalStateException.class);
      writer.reset();
      writer.write(GenericRowData.of(1));
      writer.finish();
      assertThat(((IntVector) target.getVector(0)).get(0)).isEqualTo(1);
    }
  }

  @Test
  void theSameRowsAreTheSameBytesWhateverCameBefore() {
    Field[] fields = {
      field("n", integer(64, true)),
      field("s", ArrowType.Utf8.INSTANCE),
      field("b", ArrowType.Bool.INSTANCE),
      field("l", ArrowType.List.INSTANCE, field("item", ArrowType.Bool.INSTANCE))
    };
    try (VectorSchemaRoot fresh = target(fields);
        VectorSchemaRoot used = target(fields)) {
      ArrowRowWriter first = writer(fresh);
      ArrowRowWriter second = writer(used);
      for (int i = 0; i < 2000; i++) {
        Object list = new GenericArrayData(new boolean[] {true, true, true});
        second.write(GenericRowData.of(-1L, string("earlier"), true, list));
      }
      second.finish();
      second.reset();
      for (ArrowRowWriter writer : List.of(first, second)) {
        for (int i = 0; i < 1003; i++) {
          Object list = i % 3 == 0 ? null : new GenericArrayData(new Object[] {i % 2 == 0, null});
          Object number = i % 5 == 0 ? null : (Object) (long) i;
          writer.write(
              GenericRowData.of(number, string("row " + i), i % 7 == 0 ? null : i % 2 == 0, list));
        }
        writer.finish();
      }
      // Null flags after the last row, 1003 = 125 * 8 + 3.
      assertThat(used.getVector(0).getValidityBuffer().getByte(125) >> 3).isZero();
      try (ArrowRecordBatch one = new VectorUnloader(fresh).getRecordBatch();
          ArrowRecordBatch other = new VectorUnloader(used).getRecordBatch()) {
        assertThat(contents(other)).usingRecursiveComparison().isEqualTo(contents(one));
      }
    }
  }

  @Test
  void nothingOfAnEarlierBatchShowsBehindANull() {
    try (VectorSchemaRoot target = target(column(integer(64, true)))) {
      ArrowRowWriter writer = writer(target);
      writer.write(GenericRowData.of(-1L));
      writer.finish();
      writer.reset();
      writer.write(GenericRowData.of((Object) null));
      writer.finish();
      assertThat(target.getVector(0).isNull(0)).isTrue();
      assertThat(target.getVector(0).getDataBuffer().getLong(0)).isZero();
    }
  }

  private VectorSchemaRoot target(Field... fields) {
    return VectorSchemaRoot.create(new Schema(Arrays.asList(fields)), allocator);
  }

  private VectorSchemaRoot textAndNumber() {
    return target(field("n", integer(64, true)), field("s", ArrowType.Utf8.INSTANCE));
  }

  private static ArrowRowWriter writer(VectorSchemaRoot target) {
    return new ArrowRowWriter(target, ArrowTypes.rowType(target.getSchema()));
  }

  private static void fill(ArrowRowWriter writer, int rows, String text) {
    for (long i = 0; i < rows; i++) {
      writer.write(GenericRowData.of(i % 4 == 1 ? null : i, string(text + i)));
    }
    writer.finish();
  }

  private static void check(VectorSchemaRoot batch, int rows, String text) {
    assertThat(batch.getRowCount()).isEqualTo(rows);
    BigIntVector numbers = (BigIntVector) batch.getVector(0);
    VarCharVector strings = (VarCharVector) batch.getVector(1);
    for (int i = 0; i < rows; i++) {
      assertThat(numbers.getObject(i)).isEqualTo(i % 4 == 1 ? null : (Long) (long) i);
      assertThat(strings.getObject(i)).hasToString(text + i);
    }
  }

  private static List<Long> addresses(VectorSchemaRoot batch) {
    return batch.getFieldVectors().stream()
        .flatMap(v -> v.getFieldBuffers().stream())
        .map(buffer -> buffer.memoryAddress())
        .toList();
  }

  private static List<byte[]> contents(ArrowRecordBatch batch) {
    return batch.getBuffers().stream()
        .map(
            buffer -> {
              byte[] bytes = new byte[(int) buffer.readableBytes()];
              buffer.getBytes(0, bytes);
              return bytes;
            })
        .toList();
  }
}
