package dev.lake.frontend.flight;

import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Numbers in batches, as many as wanted; may stop after some and wait, fail or go on for ever. */
final class FakeCursor implements ResultCursor {
  static final Schema SCHEMA = new Schema(List.of(Field.nullable("n", MinorType.BIGINT.getType())));

  private final BufferAllocator allocator;
  private final int batches;
  private final int rows;
  private final @Nullable RuntimeException failure;
  final AtomicInteger given = new AtomicInteger();
  final AtomicBoolean closed = new AtomicBoolean();
  private volatile int allowed;
  private volatile Runnable ready = () -> {};

  private FakeCursor(
      BufferAllocator allocator, int batches, int rows, @Nullable RuntimeException failure) {
    this.allocator = allocator;
    this.batches = batches;
    this.rows = rows;
    this.failure = failure;
    this.allowed = Integer.MAX_VALUE;
  }

  static FakeCursor of(BufferAllocator allocator, int batches, int rows) {
    return new FakeCursor(allocator, batches, rows, null);
  }

  static FakeCursor failingAfter(BufferAllocator allocator, int batches, RuntimeException failure) {
    return new FakeCursor(allocator, batches, 10, failure);
  }

  /** Gives no more than so many batches until told otherwise. */
  FakeCursor allow(int count) {
    allowed = count;
    ready.run();
    return this;
  }

  @Override
  public void onReady(Runnable callback) {
    ready = callback;
    callback.run();
  }

  @Override
  public Step poll() {
    if (closed.get()) {
      throw new LakeException(ErrorCode.QUERY_CANCELLED, "closed");
    }
    if (given.get() >= allowed) {
      return new Pending();
    }
    if (given.get() == batches) {
      if (failure != null) {
        throw failure;
      }
      return new End();
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
    BigIntVector numbers = (BigIntVector) root.getVector("n");
    long first = (long) given.getAndIncrement() * rows;
    for (int i = 0; i < rows; i++) {
      numbers.setSafe(i, first + i);
    }
    root.setRowCount(rows);
    return new Batch(root);
  }

  @Override
  public void cancel() {
    closed.set(true);
  }

  @Override
  public CompletableFuture<Void> released() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
