package dev.lake.jobs.store;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A body of known size: ending early is an error, and whether the end was reached is known. With
 * the last byte the source is asked for its end, which is when a checksum is compared and a
 * connection goes back to its pool.
 */
final class SizedInput extends FilterInputStream {
  private long left;

  SizedInput(InputStream in, long size) {
    super(in);
    left = size;
  }

  boolean ended() {
    return left == 0;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    int count = in.read(target, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException("the body ends before its size");
    }
    left -= count;
    if (left == 0 && in.read() >= 0) {
      throw new IOException("the body goes on behind its size");
    }
    return count;
  }

  @Override
  public long skip(long count) {
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
