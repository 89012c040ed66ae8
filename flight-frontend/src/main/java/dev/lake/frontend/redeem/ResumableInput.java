package dev.lake.frontend.redeem;

import dev.lake.jobs.store.ObjectInput;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one part, read from the store over as many connections as it takes: a stream whose
 * client is slow gives its connection back and goes on later where it was. The object's tag sees to
 * it that all bytes are of the same object. Not thread-safe, except for {@link #abort()}.
 */
final class ResumableInput extends InputStream {
  private final ObjectStore store;
  private final String key;
  private final String etag;
  private final OpenInputs inputs;
  private volatile @Nullable ObjectInput open;
  private volatile boolean aborted;
  private long position;

  ResumableInput(ObjectStore store, String key, String etag, OpenInputs inputs) {
    this.store = store;
    this.key = key;
    this.etag = etag;
    this.inputs = inputs;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (aborted) {
      throw new IOException("the stream was given up");
    }
    int read = input().stream().read(target, offset, length);
    position += Math.max(read, 0);
    return read;
  }

  private ObjectInput input() {
    ObjectInput current = open;
    if (current != null) {
      return current;
    }
    Optional<ObjectInput> found = store.open(key, Optional.of(etag), position);
    ObjectInput opened =
        found.orElseThrow(
            () ->
                new LakeException(
                    ErrorCode.RESULT_EXPIRED,
                    "This part of the result is gone: the result has expired or was stopped"));
    open = opened;
    inputs.opened();
    if (aborted) {
      suspend();
      throw new LakeException(ErrorCode.QUERY_CANCELLED, "The stream was given up");
    }
    return opened;
  }

  /** Gives the connection back if too many are open; a later read opens another. */
  void suspendIfCrowded() {
    if (inputs.crowded()) {
      suspend();
    }
  }

  /** Makes a read that hangs in another thread fail, and every later one. */
  void abort() {
    aborted = true;
    ObjectInput current = open;
    if (current != null) {
      current.abort();
    }
  }

  /** Gives the connection back. */
  private void suspend() {
    ObjectInput current = open;
    if (current != null) {
      open = null;
      inputs.closed();
      current.close();
    }
  }

  @Override
  public void close() {
    suspend();
  }
}
