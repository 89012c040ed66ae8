package dev.lake.frontend.flight;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;
import org.lance.WriteParams.WriteMode;
import org.lance.cleanup.CleanupPolicy;

/** A real Lance dataset whose columns SQL cannot all hold exactly. */
final class OrdersDataset {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), null),
              Field.nullable("item", ArrowType.Utf8.INSTANCE),
              Field.nullable("price", new ArrowType.Decimal(15, 2, 128)),
              Field.nullable("stamp", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "UTC")),
              Field.nullable("big", new ArrowType.Int(64, false)),
              new Field(
                  "embedding",
                  FieldType.nullable(new ArrowType.FixedSizeList(4)),
                  List.of(
                      Field.nullable(
                          "item", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE))))));

  private OrdersDataset() {}

  static void create(String location, int rows) {
    write(location, rows, WriteMode.CREATE);
  }

  static void append(String location, int rows) {
    write(location, rows, WriteMode.APPEND);
  }

  /** Removes every version but the newest. */
  static void cleanUp(String location) {
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset = Dataset.open().allocator(allocator).uri(location).build()) {
      dataset.cleanupWithPolicy(
          CleanupPolicy.builder()
              .withBeforeTimestampMillis(System.currentTimeMillis())
              .withDeleteUnverified(true)
              .build());
    }
  }

  private static void write(String location, int rows, WriteMode mode) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator)) {
      fill(batch, rows);
      try (ArrowReader reader = new OneBatch(batch, allocator)) {
        Dataset.write()
            .allocator(allocator)
            .reader(reader)
            .uri(location)
            .mode(mode)
            .maxRowsPerFile(Math.max(1, rows / 2))
            .dataStorageVersion("2.1")
            .execute()
            .close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void fill(VectorSchemaRoot batch, int rows) {
    FixedSizeListVector embedding = (FixedSizeListVector) batch.getVector("embedding");
    Float4Vector floats = (Float4Vector) embedding.getDataVector();
    for (int i = 0; i < rows; i++) {
      ((BigIntVector) batch.getVector("id")).setSafe(i, i);
      ((VarCharVector) batch.getVector("item"))
          .setSafe(i, ("item-" + i % 10).getBytes(StandardCharsets.UTF_8));
      ((DecimalVector) batch.getVector("price")).setSafe(i, BigDecimal.valueOf(i, 2));
      ((TimeStampMicroTZVector) batch.getVector("stamp")).setSafe(i, i * 1_000_000L);
      ((UInt8Vector) batch.getVector("big")).setSafe(i, -1L - i);
      embedding.setNotNull(i);
      for (int k = 0; k < 4; k++) {
        floats.setSafe(i * 4 + k, i + k);
      }
    }
    batch.setRowCount(rows);
  }

  /** Hands over vectors as they were allocated: their buffers are aligned as Lance needs it. */
  private static final class OneBatch extends ArrowReader {
    private final VectorSchemaRoot batch;
    private boolean read;

    OneBatch(VectorSchemaRoot batch, BufferAllocator allocator) {
      super(allocator);
      this.batch = batch;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      prepareLoadNextBatch();
      if (read) {
        return false;
      }
      read = true;
      loadRecordBatch(new VectorUnloader(batch).getRecordBatch());
      return true;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {
      // The batch is the caller's.
    }

    @Override
    protected Schema readSchema() {
      return batch.getSchema();
    }
  }
}
