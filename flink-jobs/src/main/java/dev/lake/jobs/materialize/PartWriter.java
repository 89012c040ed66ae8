package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SchemaBytes;
import dev.lake.protocol.StagedPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches as the parts of one subtask: Arrow IPC streams without compression, each an upload
 * that stays uncompleted. Ends in {@link #commit}, which hands the uploads over, or in {@link
 * #discard}, which aborts them. Batches that are too wide for one message are cut. Not thread-safe.
 */
final class PartWriter {
  /** A batch up to this size is one message. */
  static final long CUT_ABOVE = 2 << 20;

  /** What a cut aims at. */
  static final long CUT_TO = 1 << 20;

  /** No message of several rows is larger: stock clients take 4 MiB. */
  static final long MAX_BATCH = 7 << 19;

  /** No row is larger: stock clients take 16 MiB at most, and a reader must bound its memory. */
  static final long MAX_ROW = 15 << 20;

  private static final int BUFFERS = 4;
  private static final int END_BYTES = 8;
  private static final int METADATA_ROOM = 1 << 20;

  private final StagingArea area;
  private final byte[] schema;
  private final int subtask;
  private final PartBound bound;
  private final PieceBuffers buffers;
  private final List<PartUpload> finished = new ArrayList<>();
  private @Nullable PartUpload part;
  private @Nullable WriteChannel channel;
  private boolean committed;
  private long rows;
  private long bytes;

  PartWriter(StagingArea area, SchemaBytes schema, int subtask, int subtasks) {
    this.area = area;
    this.schema = schema.toBytes();
    this.subtask = subtask;
    this.bound = new PartBound(area.request().layout(), subtasks, area.maxPartBytes());
    this.buffers = new PieceBuffers(BUFFERS, area.store().pieceBytes(), area.deadline());
  }

  /** Rows written so far. */
  long rows() {
    return rows;
  }

  /** Bytes written so far, of finished parts and the current one. */
  long bytes() {
    return bytes + (part == null ? 0 : part.bytes());
  }

  /** Appends a batch; its vectors may be reused afterwards. An empty one leaves no trace. */
  void write(VectorSchemaRoot batch) {
    if (batch.getRowCount() == 0) {
      return;
    }
    try {
      write(batch, CUT_ABOVE);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private void write(VectorSchemaRoot batch, long most) throws IOException {
    int count = batch.getRowCount();
    long size;
    try (ArrowRecordBatch message = unload(batch)) {
      size = message.computeBodyLength();
      if (count == 1 && size > MAX_ROW) {
        throw new LakeException(
            ErrorCode.RESULT_TOO_LARGE,
            "A row of the result has %d bytes, more than the %d that a row may have",
            size,
            MAX_ROW);
      }
      if (size <= most || count == 1) {
        append(message, count, size);
        return;
      }
    }
    int step = (int) Math.max(1, Math.min(count / 2, count * CUT_TO / size));
    if (step > 8) {
      step -= step % 8; // at byte borders validity bits need no shifting
    }
    for (int from = 0; from < count; from += step) {
      try (VectorSchemaRoot slice = batch.slice(from, Math.min(step, count - from))) {
        write(slice, MAX_BATCH);
      }
    }
  }

  private static ArrowRecordBatch unload(VectorSchemaRoot batch) {
    return new VectorUnloader(batch, true, NoCompressionCodec.INSTANCE, true).getRecordBatch();
  }

  private void append(ArrowRecordBatch message, int count, long size) throws IOException {
    if (part != null && part.bytes() + size + METADATA_ROOM > area.maxPartBytes()) {
      roll();
    }
    PartUpload target = open();
    target.beginBatch(count);
    MessageSerializer.serialize(channel(target), message);
    rows += count;
    if (target.bytes() + END_BYTES >= bound.of(finished.size())) {
      roll();
    }
  }

  private WriteChannel channel(PartUpload target) {
    if (channel == null) {
      channel = new WriteChannel(target);
    }
    return channel;
  }

  /** Begins a part if none is open, so that a result without rows still has its schema. */
  PartUpload open() {
    PartUpload open = part;
    if (open == null) {
      int sequence = finished.size();
      bound.of(sequence);
      String name = ResultKeys.partName(subtask, sequence, ThreadLocalRandom.current().nextInt());
      open = new PartUpload(area, buffers, name);
      open.write(ByteBuffer.wrap(schema));
      part = open;
      channel = null;
    }
    return open;
  }

  private void roll() {
    PartUpload done = part;
    if (done == null) {
      return;
    }
    ByteBuffer end = ByteBuffer.allocate(END_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    done.write(end.putInt(-1).putInt(0).flip());
    done.finish();
    bytes += done.bytes();
    finished.add(done);
    part = null;
  }

  /**
   * Ends the last part and waits for all uploads. Afterwards they belong to whoever gets the list:
   * this writer never aborts them.
   */
  List<StagedPart> commit() {
    roll();
    List<StagedPart> staged = new ArrayList<>();
    for (PartUpload upload : finished) {
      staged.add(upload.staged());
    }
    committed = true;
    return staged;
  }

  /** Aborts every upload unless they were handed over; done when the store has been told. */
  CompletableFuture<Void> discard() {
    if (committed) {
      return CompletableFuture.completedFuture(null);
    }
    List<PartUpload> all = new ArrayList<>(finished);
    if (part != null) {
      all.add(part);
    }
    return CompletableFuture.allOf(
        all.stream().map(PartUpload::discard).toArray(CompletableFuture<?>[]::new));
  }
}
