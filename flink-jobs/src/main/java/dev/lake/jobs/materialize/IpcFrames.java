package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SchemaBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.jspecify.annotations.Nullable;

/**
 * Reads a part message by message and checks every frame before anything is allocated for it, so
 * that the messages can be forwarded as they stand. The end is reached only if schema, rows, bytes
 * and digest are as expected; whatever else the bytes hold is DATA_LOSS, a stream that fails is
 * STORE_UNAVAILABLE. Holds at most one message's metadata. Not thread-safe; closes nothing.
 */
public final class IpcFrames {
  /** Metadata of one message beyond this many bytes is refused. */
  public static final int MAX_METADATA_BYTES = 1 << 20;

  private static final int PREFIX = 8;
  private static final int CONTINUATION = -1;
  private static final int SCRATCH = 64 << 10;

  private final InputStream in;
  private final IpcExpectation expected;
  private final PartDigest digest;
  private byte @Nullable [] scratch;
  private @Nullable IpcShape shape;
  private long position;
  private long rows;
  private long body;
  private boolean ended;

  /**
   * @param in at the part's first byte; the caller closes it
   */
  public IpcFrames(InputStream in, IpcExpectation expected) {
    this.in = in;
    this.expected = expected;
    this.digest = PartDigest.of(expected.digest().algorithm());
  }

  /**
   * Reads up to the next message's body; empty at the end, once all totals agree.
   *
   * @throws IllegalStateException if the previous message's body was not read
   */
  public Optional<IpcFrame> next() {
    if (body > 0) {
      throw new IllegalStateException("the body of the previous message was not read");
    }
    if (ended) {
      return Optional.empty();
    }
    try {
      return advance();
    } catch (IndexOutOfBoundsException | IllegalArgumentException | ClassCastException e) {
      // What the flatbuffer classes throw for offsets that lead nowhere.
      throw new LakeException(
          ErrorCode.DATA_LOSS, e, "A part of the result is damaged: it has unreadable metadata");
    }
  }

  private Optional<IpcFrame> advance() {
    long offset = position;
    byte[] prefix = new byte[PREFIX];
    fill(prefix, 0, PREFIX);
    ByteBuffer words = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN);
    if (words.getInt() != CONTINUATION) {
      throw IpcShape.bad("has no message where one must begin");
    }
    int length = words.getInt();
    if (length == 0) {
      end();
      return Optional.empty();
    }
    if (length < 0 || length > MAX_METADATA_BYTES || length % 8 != 0 || length > left()) {
      throw IpcShape.bad("has metadata beyond the bounds");
    }
    byte[] metadata = new byte[length];
    fill(metadata, 0, length);
    Message message = Message.getRootAsMessage(ByteBuffer.wrap(metadata));
    if (message.version() != MetadataVersion.V5) {
      throw IpcShape.bad("has a message of another version");
    }
    return Optional.of(
        shape == null ? schema(prefix, metadata, message) : batch(offset, metadata, message));
  }

  private IpcFrame schema(byte[] prefix, byte[] metadata, Message message) {
    if (expected.schema().isPresent()) {
      byte[] encapsulated = new byte[PREFIX + metadata.length];
      System.arraycopy(prefix, 0, encapsulated, 0, PREFIX);
      System.arraycopy(metadata, 0, encapsulated, PREFIX, metadata.length);
      if (!expected.schema().orElseThrow().equals(SchemaBytes.of(encapsulated))) {
        throw IpcShape.bad("has another schema than the result");
      }
    }
    shape = IpcShape.of(message);
    return new IpcFrame(true, 0, metadata, 0, 0);
  }

  private IpcFrame batch(long offset, byte[] metadata, Message message) {
    long length = message.bodyLength();
    long bound = Math.min(expected.maxBodyBytes(), Integer.MAX_VALUE);
    if (length < 0 || length > bound || length % 8 != 0 || length > left()) {
      throw IpcShape.bad("has a body beyond the bounds");
    }
    long count = Objects.requireNonNull(shape).check(message);
    if (count > expected.rows() - rows) {
      throw IpcShape.bad("has more rows than were written");
    }
    rows += count;
    body = length;
    return new IpcFrame(false, offset, metadata, (int) length, count);
  }

  /**
   * Reads the whole body of the last message.
   *
   * @param target with exactly {@link IpcFrame#bodyBytes()} remaining; its position moves to its
   *     limit
   */
  public void body(ByteBuffer target) {
    if (target.remaining() != body) {
      throw new IllegalArgumentException("the target must have room for exactly the body");
    }
    if (target.hasArray()) {
      fill(target.array(), target.arrayOffset() + target.position(), target.remaining());
      target.position(target.limit());
      body = 0;
      return;
    }
    if (scratch == null) {
      scratch = new byte[SCRATCH];
    }
    while (target.hasRemaining()) {
      int step = Math.min(scratch.length, target.remaining());
      fill(scratch, 0, step);
      target.put(scratch, 0, step);
    }
    body = 0;
  }

  /** How many rows the messages so far had. */
  public long rows() {
    return rows;
  }

  /** How many bytes were read so far. */
  public long position() {
    return position;
  }

  private long left() {
    return expected.bytes() - position;
  }

  private void end() {
    if (shape == null || rows != expected.rows() || position != expected.bytes()) {
      throw IpcShape.bad("has other totals than were written");
    }
    if (!digest.finish().equals(expected.digest())) {
      throw IpcShape.bad("has another digest than was written");
    }
    try {
      if (in.read() != -1) {
        throw IpcShape.bad("goes on behind its end");
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    ended = true;
  }

  private void fill(byte[] target, int offset, int length) {
    if (length > left()) {
      throw IpcShape.bad("does not end where it should");
    }
    try {
      if (in.readNBytes(target, offset, length) < length) {
        throw IpcShape.bad("ends too early");
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    position += length;
    digest.update(ByteBuffer.wrap(target, offset, length));
  }

  private static LakeException unreadable(IOException e) {
    return new LakeException(
        ErrorCode.STORE_UNAVAILABLE, e, "A part of the result cannot be read to its end");
  }
}
