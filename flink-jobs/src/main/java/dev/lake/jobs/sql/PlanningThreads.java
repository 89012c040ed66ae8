package dev.lake.jobs.sql;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads with stacks deep enough for Flink's planner. It ignores interruption: a planning that
 * runs out of time is abandoned, and runs on beside the others until it ends. How many may do so is
 * bounded; past that bound an abandoned planning keeps the place of a live one.
 */
final class PlanningThreads implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PlanningThreads.class);
  private static final long STACK_BYTES = 16L << 20;

  private final ExecutorService executor = Executors.newCachedThreadPool(factory());
  private final Semaphore places;
  private final Semaphore spare;
  private final AtomicInteger waiting = new AtomicInteger();
  private final PlannerConfig config;

  PlanningThreads(PlannerConfig config) {
    this.config = config;
    places = new Semaphore(config.threads(), true);
    spare = new Semaphore(config.maxAbandoned());
  }

  private static ThreadFactory factory() {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(null, task, "lake-plan-" + number.incrementAndGet(), STACK_BYTES);
      thread.setDaemon(true);
      thread.setContextClassLoader(PlanningThreads.class.getClassLoader());
      return thread;
    };
  }

  /** How many plannings that ran out of time still run. */
  int abandoned() {
    return config.maxAbandoned() - spare.availablePermits();
  }

  /**
   * Runs a piece of planning and waits for it.
   *
   * @throws LakeException TOO_MANY_QUERIES, STATEMENT_TOO_COMPLEX, QUERY_CANCELLED if the caller is
   *     interrupted; or what the task threw
   */
  <T> T call(Callable<T> task) {
    long deadline = System.nanoTime() + config.timeout().toNanos();
    enter(deadline);
    AtomicBoolean placeHeld = new AtomicBoolean(true);
    Future<T> future =
        executor.submit(
            () -> {
              try {
                return task.call();
              } finally {
                leave(placeHeld);
              }
            });
    try {
      return future.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      abandon(placeHeld);
      throw tooSlow(config.timeout(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      abandon(placeHeld);
      throw new LakeException(ErrorCode.QUERY_CANCELLED, e, "The planning was interrupted");
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause() == null ? e : e.getCause());
    }
  }

  private void enter(long deadline) {
    if (waiting.incrementAndGet() > config.waiting() + config.threads()) {
      waiting.decrementAndGet();
      throw busy();
    }
    try {
      if (!places.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw busy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LakeException(ErrorCode.QUERY_CANCELLED, e, "The planning was interrupted");
    } finally {
      waiting.decrementAndGet();
    }
  }

  /** Gives the task's place to the next one, if there is spare room for one more that runs on. */
  private void abandon(AtomicBoolean placeHeld) {
    if (spare.tryAcquire()) {
      if (placeHeld.compareAndSet(true, false)) {
        places.release();
      } else {
        spare.release();
      }
    }
  }

  private void leave(AtomicBoolean placeHeld) {
    if (placeHeld.compareAndSet(true, false)) {
      places.release();
    } else {
      spare.release();
    }
  }

  private static RuntimeException unwrapped(Throwable failure) {
    if (failure instanceof StackOverflowError) {
      return StatementParser.tooDeep();
    }
    if (failure instanceof LakeException known && known.code() != ErrorCode.INTERNAL) {
      return known;
    }
    // Whoever asked is told no more than that: this is all there is to find the place by (I6).
    LOG.error("A statement could not be planned", WordlessException.of(failure));
    if (failure instanceof RuntimeException unexpected) {
      return unexpected;
    }
    return new LakeException(
        ErrorCode.INTERNAL, failure, "The statement could not be planned: an internal error");
  }

  private static LakeException busy() {
    return new LakeException(
        ErrorCode.TOO_MANY_QUERIES, "Too many statements are being planned; try again");
  }

  private static LakeException tooSlow(Duration timeout, Exception cause) {
    return new LakeException(
        ErrorCode.STATEMENT_TOO_COMPLEX,
        cause,
        "The statement could not be planned within %d s",
        timeout.toSeconds());
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
