package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The only memory of one writer's uploads: a few buffers of one piece each, made when first needed.
 * Taking one waits for an upload to end, which is how a slow store slows the writer down. One
 * thread takes; any thread gives back.
 */
final class PieceBuffers {
  private static final long LOOK_AGAIN_MILLIS = 200;

  private final BlockingQueue<ByteBuffer> free;
  private final int pieceBytes;
  private final int most;
  private final Deadline deadline;
  private int made;
  private volatile @Nullable Throwable failure;

  PieceBuffers(int most, int pieceBytes, Deadline deadline) {
    this.free = new ArrayBlockingQueue<>(most);
    this.most = most;
    this.pieceBytes = pieceBytes;
    this.deadline = deadline;
  }

  /** Returns an empty buffer, or fails as the first upload that failed did. */
  ByteBuffer take() {
    for (; ; ) {
      check();
      ByteBuffer buffer = free.poll();
      if (buffer == null && made < most) {
        made++;
        buffer = ByteBuffer.allocate(pieceBytes);
      }
      if (buffer == null) {
        deadline.check();
        buffer = await();
      }
      if (buffer != null) {
        return buffer.clear();
      }
    }
  }

  private @Nullable ByteBuffer await() {
    try {
      long millis = Math.min(LOOK_AGAIN_MILLIS, deadline.left().toMillis());
      return free.poll(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  static LakeException interrupted() {
    Thread.currentThread().interrupt();
    return new LakeException(ErrorCode.QUERY_CANCELLED, "The writing of the result was stopped");
  }

  void give(ByteBuffer buffer) {
    free.add(buffer);
  }

  /** Makes every later {@link #take} fail. */
  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  void check() {
    Throwable cause = failure;
    if (cause != null) {
      throw cause instanceof LakeException lake
          ? new LakeException(lake.code(), lake, "%s", lake.getMessage())
          : new LakeException(ErrorCode.INTERNAL, cause, "An upload failed unexpectedly");
    }
  }
}
