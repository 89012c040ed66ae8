package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.ipc.LanceScanner;

/** Reads a native scan under the rule that only the reading thread closes it. */
final class NativeBatchReader implements BatchReader {
  /** Beyond this the rest is given up; a share of ordinary width takes a tenth of it. */
  private static final Duration READ_OUT = Duration.ofSeconds(2);

  private enum State {
    IDLE,
    READING,
    CLOSE_AFTER_READ,
    CLOSED
  }

  /** What a failed read means; may look at the dataset again. */
  @FunctionalInterface
  interface FailureReason {
    DatasetException of(Exception failure);
  }

  private final LanceScanner scanner;
  private final PlainBatches batches;
  private final FailureReason reason;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private volatile boolean cancelled;
  private volatile boolean ended;

  NativeBatchReader(LanceScanner scanner, PlainBatches batches, FailureReason reason) {
    this.scanner = scanner;
    this.batches = batches;
    this.reason = reason;
  }

  @Override
  public boolean next() {
    requireNotCancelled();
    if (!state.compareAndSet(State.IDLE, State.READING)) {
      throw new CancellationException("The scan is closed.");
    }
    boolean more;
    try {
      more = load();
    } finally {
      if (!state.compareAndSet(State.READING, State.IDLE)) {
        state.set(State.CLOSED);
        release();
      }
    }
    requireNotCancelled();
    return more;
  }

  private boolean load() {
    try {
      ended = !batches.next();
      return !ended;
    } catch (DatasetException e) {
      ended = true;
      throw e;
    } catch (Exception e) {
      ended = true;
      throw reason.of(e);
    }
  }

  private void requireNotCancelled() {
    if (cancelled) {
      throw new CancellationException("The scan was cancelled.");
    }
  }

  @Override
  public VectorSchemaRoot root() {
    return batches.root();
  }

  @Override
  public Schema schema() {
    return batches.schema();
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public void close() {
    cancelled = true;
    if (state.compareAndSet(State.IDLE, State.CLOSED)) {
      release();
      return;
    }
    // Another thread is inside the native reader: it closes when it comes out.
    if (!state.compareAndSet(State.READING, State.CLOSE_AFTER_READ)
        && state.compareAndSet(State.IDLE, State.CLOSED)) {
      release();
    }
  }

  private void release() {
    try (AutoCloseable afterwards = scanner;
        AutoCloseable first = batches) {
      // Then closed in reverse order, each whatever the other does.
      readOut();
    } catch (Exception e) {
      throw new DatasetException(Kind.UNREADABLE, "A scan of the dataset cannot be closed.");
    }
  }

  /**
   * A native stream that is dropped while it reads ahead leaves reads that wait for its buffer for
   * ever, and their files open. One that was read to its end leaves nothing.
   */
  private void readOut() {
    long begun = System.nanoTime();
    try {
      while (!ended && System.nanoTime() - begun < READ_OUT.toNanos()) {
        ended = !batches.next();
      }
    } catch (Exception e) {
      // A stream that failed has ended too, and nobody waits for what it would have said.
      ended = true;
    }
  }
}
