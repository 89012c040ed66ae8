package dev.lake.jobs.store;

import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The remaining bytes of a buffer as a stream, without copying them first; the buffer stays as is.
 */
final class ByteBufferInput extends InputStream {
  private final ByteBuffer bytes;

  ByteBufferInput(ByteBuffer source) {
    bytes = source.duplicate();
    bytes.mark();
  }

  @Override
  public int read() {
    return bytes.hasRemaining() ? bytes.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!bytes.hasRemaining()) {
      return -1;
    }
    int count = Math.min(length, bytes.remaining());
    bytes.get(target, offset, count);
    return count;
  }

  @Override
  public int available() {
    return bytes.remaining();
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public synchronized void mark(int limit) {
    bytes.mark();
  }

  @Override
  public synchronized void reset() {
    bytes.reset();
  }
}
