package dev.lake.lance.dataset;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A whole scan, read share by share: each share is short enough to be read out when the scan is
 * given up. Owns the scan.
 */
final class SuccessiveReader implements BatchReader {
  private final PinnedScan scan;
  private final Iterator<ScanRange> left;
  private volatile BatchReader current;
  private volatile boolean cancelled;
  private boolean ended;

  /**
   * @param shares in order, at least one
   */
  SuccessiveReader(PinnedScan scan, List<ScanRange> shares) {
    this.scan = scan;
    this.left = shares.iterator();
    this.current = scan.read(left.next());
  }

  @Override
  public boolean next() {
    while (!ended) {
      if (current.next()) {
        return true;
      }
      ended = !advance();
    }
    return false;
  }

  /** Under the lock of {@link #close}: nothing is opened behind it. */
  private synchronized boolean advance() {
    requireNotCancelled();
    if (!left.hasNext()) {
      return false;
    }
    current.close();
    current = scan.read(left.next());
    requireNotCancelled();
    return true;
  }

  private void requireNotCancelled() {
    if (cancelled) {
      throw new CancellationException("The scan was cancelled.");
    }
  }

  @Override
  public VectorSchemaRoot root() {
    return current.root();
  }

  @Override
  public Schema schema() {
    return current.schema();
  }

  @Override
  public void cancel() {
    cancelled = true;
    current.cancel();
  }

  @Override
  public synchronized void close() {
    cancelled = true;
    try {
      current.close();
    } finally {
      scan.close();
    }
  }
}
