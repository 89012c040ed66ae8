package dev.lake.jobs.interactive;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.VectorSchemaRootAppender;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of a good size for the wire out of batches of any size: small ones are gathered,
 * large ones cut without copying, all of them under the schema of the answer. Not thread-safe.
 */
final class BatchShaper implements AutoCloseable {

  private final Schema schema;
  private final BufferAllocator allocator;
  private final InteractiveConfig config;
  private final Deque<VectorSchemaRoot> ready = new ArrayDeque<>();
  private @Nullable VectorSchemaRoot gathered;
  private long gatheredSince;

  BatchShaper(Schema schema, BufferAllocator allocator, InteractiveConfig config) {
    this.schema = schema;
    this.allocator = allocator;
    this.config = config;
  }

  /** Takes the rows of a batch over, without copying where it can; the batch stays its owner's. */
  void add(VectorSchemaRoot batch) {
    if (batch.getRowCount() == 0) {
      return;
    }
    VectorSchemaRoot taken = take(batch);
    long bytes = bytes(taken);
    if (bytes >= config.batchBytes() / 2) {
      flush();
      cut(taken, bytes);
      return;
    }
    gather(taken);
    if (gathered != null && bytes(gathered) >= config.batchBytes()) {
      flush();
    }
  }

  /** Makes what was gathered a batch, whatever its size. */
  void flush() {
    VectorSchemaRoot batch = gathered;
    gathered = null;
    if (batch != null) {
      cut(batch, bytes(batch));
    }
  }

  /** Whether rows have been waiting for longer than they may. */
  boolean overdue() {
    return gathered != null && System.nanoTime() - gatheredSince > config.flushAfter().toNanos();
  }

  /** The next batch, now the caller's. */
  @Nullable VectorSchemaRoot next() {
    return ready.poll();
  }

  private VectorSchemaRoot take(VectorSchemaRoot batch) {
    VectorSchemaRoot taken = VectorSchemaRoot.create(schema, allocator);
    try {
      if (batch.getVector(0).getAllocator().getRoot() == allocator.getRoot()) {
        transfer(batch, taken);
      } else {
        // Buffers cannot change their root allocator, and a job's source has its own.
        copy(batch, taken);
      }
      return taken;
    } catch (RuntimeException e) {
      taken.close();
      throw e;
    }
  }

  private void copy(VectorSchemaRoot batch, VectorSchemaRoot taken) {
    List<ArrowBuf> buffers = new ArrayList<>();
    try (ArrowRecordBatch source = new VectorUnloader(batch).getRecordBatch()) {
      for (ArrowBuf from : source.getBuffers()) {
        ArrowBuf to = allocator.buffer(from.readableBytes());
        buffers.add(to);
        to.setBytes(0, from, from.readerIndex(), from.readableBytes());
        to.writerIndex(from.readableBytes());
      }
      try (ArrowRecordBatch copy =
          new ArrowRecordBatch(source.getLength(), source.getNodes(), buffers)) {
        new VectorLoader(taken).load(copy);
      }
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  private static void transfer(VectorSchemaRoot batch, VectorSchemaRoot taken) {
    List<FieldVector> to = taken.getFieldVectors();
    for (int i = 0; i < to.size(); i++) {
      batch.getVector(i).makeTransferPair(to.get(i)).transfer();
    }
    taken.setRowCount(batch.getRowCount());
  }

  private void gather(VectorSchemaRoot batch) {
    if (gathered == null) {
      gathered = batch;
      gatheredSince = System.nanoTime();
      return;
    }
    try (batch) {
      VectorSchemaRootAppender.append(false, gathered, batch);
    }
  }

  /** Halves a batch until each piece fits: widths vary from row to row, so no division would do. */
  private void cut(VectorSchemaRoot batch, long bytes) {
    int rows = batch.getRowCount();
    if (bytes <= config.maxBatchBytes() || rows == 1) {
      admit(batch, bytes);
      return;
    }
    int half = rows / 2;
    VectorSchemaRoot first;
    VectorSchemaRoot second;
    try (batch) {
      first = batch.slice(0, half);
      second = batch.slice(half, rows - half);
    }
    try {
      cut(first, bytes(first));
    } catch (RuntimeException e) {
      second.close();
      throw e;
    }
    cut(second, bytes(second));
  }

  private void admit(VectorSchemaRoot batch, long bytes) {
    if (bytes > config.maxRowBytes()) {
      batch.close();
      throw rowTooLarge(bytes, config.maxRowBytes());
    }
    ready.add(batch);
  }

  static LakeException rowTooLarge(long bytes, long limit) {
    return new LakeException(
        ErrorCode.RESULT_TOO_LARGE,
        "One row of the result has %d bytes; at most %d can be sent",
        bytes,
        limit);
  }

  static long bytes(VectorSchemaRoot batch) {
    long bytes = 0;
    for (FieldVector vector : batch.getFieldVectors()) {
      bytes += vector.getBufferSize();
    }
    return bytes;
  }

  @Override
  public void close() {
    ready.forEach(VectorSchemaRoot::close);
    ready.clear();
    if (gathered != null) {
      gathered.close();
      gathered = null;
    }
  }
}
