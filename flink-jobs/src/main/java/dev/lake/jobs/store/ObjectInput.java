package dev.lake.jobs.store;

import java.io.InputStream;

/**
 * The open body of one object. Not thread-safe, except for {@link #abort()}.
 *
 * <p>The stream fails when it ends before the object does. Its reads are bounded one by one by the
 * store's socket time-out; a bound on the whole is the reader's.
 */
public interface ObjectInput extends AutoCloseable {
  /** The size of the whole object in bytes. */
  long size();

  /** The tag of the object that is being read. */
  String etag();

  /** The body from the offset that was asked for. The same stream at every call. */
  InputStream stream();

  /** Gives the connection up at once; a read that hangs in another thread fails. Idempotent. */
  void abort();

  /** Aborts unless the body was read to its end. Never drains. Idempotent. */
  @Override
  void close();
}
