package dev.lake.jobs.interactive;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Between the producers of one answer (a scan, or the sink of a job) and its one consumer: a queue
 * of two batches, the bound on the whole answer, the count of its rows, and how it ended.
 */
final class ResultChannel implements ResultCursor {

  /** What to do with a statement that is too much for an interactive answer. */
  static final String OTHERWISE =
      "run it with `lake export`, with ADBC's execute_partitions in incremental mode or with any"
          + " client of PollFlightInfo";

  private static final Logger LOG = LoggerFactory.getLogger(ResultChannel.class);
  private static final int CAPACITY = 2;
  private static final long CLOSE_SECONDS = 2;
  private static final Pending PENDING = new Pending();
  private static final End END = new End();

  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Deque<VectorSchemaRoot> batches = new ArrayDeque<>(CAPACITY);
  private final CompletableFuture<Void> released = new CompletableFuture<>();

  private Runnable ready = () -> {};
  private Runnable onRoom = () -> {};
  private Runnable onStop = () -> {};
  private int holders;
  private long bytes;
  private long rowsWritten;
  private long rowsIn;
  private long rowsOut;
  private boolean finished;
  private @Nullable LakeException failure;

  ResultChannel(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  // The producers' side.

  /** Says what to run when there is room again, and what to run once when the answer is stopped. */
  void producer(Runnable whenRoom, Runnable whenStopped) {
    boolean stoppedAlready;
    lock.lock();
    try {
      onRoom = whenRoom;
      onStop = whenStopped;
      stoppedAlready = failure != null;
    } finally {
      lock.unlock();
    }
    if (stoppedAlready) {
      whenStopped.run();
    }
  }

  /** Counts somebody who holds memory or work; {@link #leave} takes it back. */
  void enter() {
    locked(() -> holders++);
  }

  void leave() {
    locked(() -> holders--);
    completeIfReleased();
  }

  boolean stopped() {
    lock.lock();
    try {
      return failure != null;
    } finally {
      lock.unlock();
    }
  }

  boolean hasRoom() {
    lock.lock();
    try {
      return batches.size() < CAPACITY;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is waiting for the consumer. */
  boolean starved() {
    lock.lock();
    try {
      return batches.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives a batch away, waiting while there is no room.
   *
   * @throws CancellationException if the answer was stopped; the batch is closed
   */
  void putWhenRoom(VectorSchemaRoot batch) throws InterruptedException {
    lock.lock();
    try {
      while (failure == null && batches.size() >= CAPACITY) {
        room.await();
      }
    } catch (InterruptedException e) {
      batch.close();
      throw e;
    } finally {
      lock.unlock();
    }
    put(batch);
  }

  /**
   * Gives a batch away, room or not.
   *
   * @throws CancellationException if the answer was stopped; the batch is closed
   */
  void put(VectorSchemaRoot batch) {
    Runnable signal;
    lock.lock();
    try {
      bytes += BatchShaper.bytes(batch);
      if (failure == null && bytes <= maxBytes) {
        rowsIn += batch.getRowCount();
        batches.add(batch);
        batch = null;
      }
      signal = ready;
    } finally {
      lock.unlock();
    }
    if (batch == null) {
      signal.run();
      return;
    }
    batch.close();
    fail(tooLarge());
    throw new CancellationException("The answer was stopped");
  }

  private LakeException tooLarge() {
    return new LakeException(
        ErrorCode.RESULT_TOO_LARGE,
        "The result is larger than the %d MiB of an interactive answer; %s",
        maxBytes >> 20,
        OTHERWISE);
  }

  /** A producer has written so many rows in all (I8). */
  void written(long rows) {
    locked(() -> rowsWritten += rows);
  }

  /** There are no more rows, and nothing went wrong. */
  void finish() {
    Runnable signal;
    boolean complete;
    lock.lock();
    try {
      complete = rowsWritten == rowsIn;
      finished = complete && failure == null;
      signal = ready;
    } finally {
      lock.unlock();
    }
    if (!complete) {
      fail(miscounted());
      return;
    }
    signal.run();
    completeIfReleased();
  }

  private static LakeException miscounted() {
    return new LakeException(
        ErrorCode.DATA_LOSS, "The rows of the result were counted twice and do not agree");
  }

  /** Ends the answer with a failure, unless it has ended already. */
  void fail(LakeException reason) {
    Runnable signal;
    Runnable stop;
    lock.lock();
    try {
      if (finished || failure != null) {
        return;
      }
      failure = reason;
      drain();
      room.signalAll();
      signal = ready;
      stop = onStop;
    } finally {
      lock.unlock();
    }
    stop.run();
    signal.run();
    completeIfReleased();
  }

  private void drain() {
    batches.forEach(VectorSchemaRoot::close);
    batches.clear();
  }

  // The consumer's side.

  @Override
  public void onReady(Runnable callback) {
    boolean something;
    lock.lock();
    try {
      ready = callback;
      something = failure != null || finished || !batches.isEmpty();
    } finally {
      lock.unlock();
    }
    if (something) {
      callback.run();
    }
  }

  @Override
  public Step poll() {
    VectorSchemaRoot batch;
    Runnable wake;
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
      batch = batches.poll();
      if (batch == null) {
        return finished ? end() : PENDING;
      }
      rowsOut += batch.getRowCount();
      room.signal();
      wake = onRoom;
    } finally {
      lock.unlock();
    }
    wake.run();
    completeIfReleased();
    return new Batch(batch);
  }

  private Step end() {
    if (rowsOut != rowsWritten) {
      throw miscounted();
    }
    return END;
  }

  @Override
  public void cancel() {
    fail(cancelled());
  }

  private static LakeException cancelled() {
    return new LakeException(ErrorCode.QUERY_CANCELLED, "The query was cancelled");
  }

  @Override
  public CompletableFuture<Void> released() {
    return released;
  }

  @Override
  public void close() {
    cancel();
    locked(
        () -> {
          drain();
          // An answer that was finished but not taken is no answer any more.
          failure = failure == null ? cancelled() : failure;
        });
    completeIfReleased();
    try {
      released.get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("A stopped statement still holds memory after {} s", CLOSE_SECONDS);
    }
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }

  private void completeIfReleased() {
    boolean now;
    lock.lock();
    try {
      now = (finished || failure != null) && holders == 0 && batches.isEmpty();
    } finally {
      lock.unlock();
    }
    if (now) {
      released.complete(null);
    }
  }
}
