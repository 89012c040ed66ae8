package dev.lake.frontend.metadata;

import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Values that are at hand, written into batches as a client reads them. */
final class RowsCursor<T> implements ResultCursor {
  private static final int BATCH_ROWS = 1_000;
  private static final int BATCH_BYTES = 1 << 20;

  private final Schema schema;
  private final BufferAllocator allocator;
  private final Iterator<T> values;
  private final RowWriter<T> writer;
  private volatile boolean cancelled;

  /** Writes one value as one row. */
  interface RowWriter<T> {
    /** Writes the row and says about how many bytes it took. */
    int write(VectorSchemaRoot batch, int row, T value);
  }

  RowsCursor(Schema schema, BufferAllocator allocator, Iterator<T> values, RowWriter<T> writer) {
    this.schema = schema;
    this.allocator = allocator;
    this.values = values;
    this.writer = writer;
  }

  static void text(VectorSchemaRoot batch, String column, int row, @Nullable String value) {
    VarCharVector vector = (VarCharVector) batch.getVector(column);
    if (value == null) {
      vector.setNull(row);
    } else {
      vector.setSafe(row, value.getBytes(StandardCharsets.UTF_8));
    }
  }

  static void binary(VectorSchemaRoot batch, String column, int row, byte[] value) {
    ((VarBinaryVector) batch.getVector(column)).setSafe(row, value);
  }

  @Override
  public void onReady(Runnable callback) {
    callback.run(); // there is always an answer at once
  }

  @Override
  public Step poll() {
    if (cancelled) {
      throw new LakeException(ErrorCode.QUERY_CANCELLED, "The request was cancelled");
    }
    if (!values.hasNext()) {
      return new End();
    }
    VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator);
    try {
      int rows = 0;
      int bytes = 0;
      while (values.hasNext() && rows < BATCH_ROWS && bytes < BATCH_BYTES) {
        bytes += writer.write(batch, rows++, values.next());
      }
      batch.setRowCount(rows);
      return new Batch(batch);
    } catch (Throwable failure) {
      batch.close();
      throw failure;
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public CompletableFuture<Void> released() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void close() {
    cancelled = true;
  }
}
