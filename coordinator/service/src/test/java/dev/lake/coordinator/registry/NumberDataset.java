package dev.lake.coordinator.registry;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;
import org.lance.WriteParams.WriteMode;
import org.lance.cleanup.CleanupPolicy;

/** Writes real Lance datasets of one column of numbers. */
public final class NumberDataset {
  private static final Schema SCHEMA =
      new Schema(List.of(Field.nullable("n", new ArrowType.Int(32, true))));

  private NumberDataset() {}

  public static void create(String location, int rows) {
    write(location, rows, WriteMode.CREATE);
  }

  /** Adds a version with more rows. */
  public static void append(String location, int rows) {
    write(location, rows, WriteMode.APPEND);
  }

  /** Removes every version but the newest. */
  public static void cleanUp(String location) {
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
        ArrowStreamReader reader =
            new ArrowStreamReader(new ByteArrayInputStream(stream(allocator, rows)), allocator)) {
      Dataset.write()
          .allocator(allocator)
          .reader(reader)
          .uri(location)
          .mode(mode)
          .execute()
          .close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] stream(BufferAllocator allocator, int rows) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
      IntVector numbers = (IntVector) root.getVector("n");
      for (int row = 0; row < rows; row++) {
        numbers.setSafe(row, row);
      }
      root.setRowCount(rows);
      writer.writeBatch();
      writer.end();
    }
    return bytes.toByteArray();
  }
}
