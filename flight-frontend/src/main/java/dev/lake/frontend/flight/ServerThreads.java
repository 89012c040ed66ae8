package dev.lake.frontend.flight;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server's threads, one pool per purpose. Their queues need no bound of their own: a call has
 * at most one task in each, and calls are bounded.
 */
final class ServerThreads implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(5);

  /** Handlers of calls; they may plan, and so wait for a moment. */
  final ExecutorService calls;

  /** Moves batches to clients; never waits. */
  final ExecutorService streams;

  /** Plans statements of streams, opens datasets, gives resources back. */
  final ExecutorService workers;

  /** Ends waits. */
  final ScheduledThreadPoolExecutor timer;

  ServerThreads(int workerThreads) {
    int cores = Runtime.getRuntime().availableProcessors();
    calls = Executors.newFixedThreadPool(32, named("lake-call"));
    streams = Executors.newFixedThreadPool(Math.max(2, cores), named("lake-stream"));
    workers = Executors.newFixedThreadPool(workerThreads, named("lake-worker"));
    timer = new ScheduledThreadPoolExecutor(1, named("lake-timer"));
    timer.setRemoveOnCancelPolicy(true);
  }

  private static ThreadFactory named(String prefix) {
    ThreadFactory threads = Executors.defaultThreadFactory();
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = threads.newThread(task);
      thread.setName(prefix + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Ends the pools in the order in which one may still need the next. */
  @Override
  public void close() throws InterruptedException {
    timer.shutdownNow();
    for (ExecutorService pool : new ExecutorService[] {calls, streams, workers}) {
      pool.shutdown();
      if (!pool.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
        pool.shutdownNow();
      }
    }
  }
}
