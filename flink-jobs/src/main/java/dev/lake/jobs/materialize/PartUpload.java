package dev.lake.jobs.materialize;

import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.StagedPart;
import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One part on its way: bytes go into piece buffers, full buffers go up while the next is filled.
 * The upload is started with the first piece. One thread writes.
 */
final class PartUpload implements WritableByteChannel {
  private static final Logger LOG = LoggerFactory.getLogger(PartUpload.class);

  private final StagingArea area;
  private final PieceBuffers buffers;
  private final String name;
  private final PartDigest digest = PartDigest.of(DigestAlgorithm.CRC32C);
  private final List<CompletableFuture<UploadedPiece>> pieces = new ArrayList<>();
  private final List<Long> batchOffsets = new ArrayList<>();
  private @Nullable ByteBuffer current;
  private @Nullable String uploadId;
  private volatile boolean dropped;
  private long bytes;
  private long rows;

  PartUpload(StagingArea area, PieceBuffers buffers, String name) {
    this.area = area;
    this.buffers = buffers;
    this.name = name;
  }

  long bytes() {
    return bytes;
  }

  /** Says that a record batch begins at the next byte. */
  void beginBatch(int batchRows) {
    batchOffsets.add(bytes);
    rows += batchRows;
  }

  @Override
  public int write(ByteBuffer source) {
    int size = source.remaining();
    while (source.hasRemaining()) {
      if (current == null) {
        current = buffers.take();
      }
      int step = Math.min(current.remaining(), source.remaining());
      current.put(current.position(), source, source.position(), step);
      current.position(current.position() + step);
      source.position(source.position() + step);
      if (!current.hasRemaining()) {
        send(current);
      }
    }
    bytes += size;
    return size;
  }

  /** Sends what is left. Nothing is written after it. */
  void finish() {
    if (current != null) {
      send(current);
    }
  }

  private void send(ByteBuffer piece) {
    current = null;
    piece.flip();
    digest.update(piece.duplicate());
    String id = uploadId == null ? area.start(name) : uploadId;
    uploadId = id;
    int number = pieces.size() + 1;
    pieces.add(
        CompletableFuture.supplyAsync(() -> upload(id, number, piece), area.uploads())
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    buffers.fail(failure.getCause() == null ? failure : failure.getCause());
                  }
                  buffers.give(piece);
                }));
  }

  private UploadedPiece upload(String id, int number, ByteBuffer piece) {
    if (dropped) {
      throw new LakeException(ErrorCode.QUERY_CANCELLED, "The part was discarded");
    }
    return area.upload(name, id, number, piece);
  }

  /** Waits for the pieces and describes the part. From here its upload is somebody else's. */
  StagedPart staged() {
    String id = uploadId;
    if (id == null) {
      throw new IllegalStateException("a part without a byte");
    }
    List<UploadedPiece> done = new ArrayList<>();
    for (CompletableFuture<UploadedPiece> piece : pieces) {
      done.add(await(piece));
    }
    return new StagedPart(name, id, done, rows, bytes, digest.finish(), batchOffsets);
  }

  private UploadedPiece await(CompletableFuture<UploadedPiece> piece) {
    try {
      return piece.get(area.deadline().left().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw PieceBuffers.interrupted();
    } catch (TimeoutException e) {
      throw Deadline.exceeded();
    } catch (ExecutionException e) {
      buffers.fail(e.getCause() == null ? e : e.getCause());
      buffers.check();
      throw new IllegalStateException("a failed upload is remembered", e);
    }
  }

  /**
   * Drops the upload, once its pieces in flight are done, on the threads that upload: the thread
   * that asks may be interrupted. What a failed abort leaves behind is swept with the query.
   */
  CompletableFuture<Void> discard() {
    dropped = true;
    String id = uploadId;
    if (id == null) {
      return CompletableFuture.completedFuture(null);
    }
    return CompletableFuture.allOf(pieces.toArray(new CompletableFuture<?>[0]))
        .handle((done, failure) -> id)
        .thenAcceptAsync(upload -> area.abort(name, upload), area.uploads())
        .exceptionally(
            failure -> {
              LOG.warn("An upload of a result part was not aborted: {}", failure.toString());
              return null;
            });
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    // Ends by staged() or discard().
  }
}
