package dev.lake.jobs.interactive;

import dev.lake.lance.dataset.BatchReader;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.Scans;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * A scan that goes straight to the consumer. It takes a thread while it reads and gives it back
 * while the consumer is not ready. Whatever the thread, one at a time runs it, and only from inside
 * is the native reader closed: closing it under a read would end the process.
 */
final class DirectScan implements Runnable {

  private final ScanSpec spec;
  private final ResultChannel channel;
  private final BatchShaper shaper;
  private final BufferAllocator allocator;
  private final Executor threads;
  private final AtomicInteger wakes = new AtomicInteger();

  private volatile @Nullable BatchReader reader;
  private long rows;
  private boolean first = true;
  private boolean exhausted;
  private boolean done;

  DirectScan(
      ScanSpec spec,
      ResultChannel channel,
      BatchShaper shaper,
      BufferAllocator allocator,
      Executor threads) {
    this.spec = spec;
    this.channel = channel;
    this.shaper = shaper;
    this.allocator = allocator;
    this.threads = threads;
  }

  void start() {
    channel.enter();
    channel.producer(this::wake, this::stop);
    wake();
  }

  private void wake() {
    if (wakes.getAndIncrement() == 0) {
      threads.execute(this);
    }
  }

  private void stop() {
    BatchReader open = reader;
    if (open != null) {
      open.cancel();
    }
    wake();
  }

  @Override
  public void run() {
    int seen;
    do {
      seen = wakes.get();
      if (!done) {
        advance();
      }
    } while (!wakes.compareAndSet(seen, 0));
  }

  private void advance() {
    try {
      if (channel.stopped()) {
        finish();
        return;
      }
      read();
    } catch (CancellationException e) {
      finish();
    } catch (RuntimeException | OutOfMemoryError e) {
      channel.fail(JobFailures.of(e));
      finish();
    }
  }

  private void read() {
    while (handOver() && !exhausted) {
      BatchReader open = reader;
      if (open == null) {
        open = Scans.open(spec, allocator);
        reader = open;
      }
      if (channel.stopped()) {
        throw new CancellationException("The answer was stopped");
      }
      exhausted = !open.next();
      if (!exhausted) {
        rows += open.root().getRowCount();
        shaper.add(open.root());
      }
    }
    if (exhausted && channel.hasRoom()) {
      channel.written(rows);
      finish();
      channel.finish();
    }
  }

  /** Gives away what is ready; false when the consumer has no room. */
  private boolean handOver() {
    // The first rows go at once, later ones when the consumer waits and they have waited too.
    if (exhausted || first || (channel.starved() && shaper.overdue())) {
      shaper.flush();
    }
    while (channel.hasRoom()) {
      VectorSchemaRoot batch = shaper.next();
      if (batch == null) {
        return true;
      }
      first = false;
      channel.put(batch);
    }
    return false;
  }

  private void finish() {
    if (done) {
      return;
    }
    done = true;
    try {
      BatchReader open = reader;
      if (open != null) {
        open.close();
      }
    } finally {
      shaper.close();
      channel.leave();
    }
  }
}
