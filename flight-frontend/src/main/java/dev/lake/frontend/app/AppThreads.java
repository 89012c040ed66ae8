package dev.lake.frontend.app;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Executors that close with their process. */
final class AppThreads implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(5);

  private final ExecutorService executor;

  private AppThreads(ExecutorService executor) {
    this.executor = executor;
  }

  /** Closes an executor: what runs may end, within a bound. */
  static AppThreads closing(ExecutorService executor) {
    return new AppThreads(executor);
  }

  /** A pool whose queue has a bound; past it work is refused by name. */
  static ThreadPoolExecutor bounded(String name, int threads, int waiting) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(waiting),
            named(name),
            (task, full) -> {
              throw new LakeException(
                  ErrorCode.TOO_MANY_QUERIES,
                  full.isShutdown()
                      ? "The server is stopping"
                      : "The server has more calls waiting than it holds: try again later");
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** One thread that ends waits. */
  static ScheduledThreadPoolExecutor timer(String name) {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named(name));
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void close() throws InterruptedException {
    executor.shutdown();
    if (!executor.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
      executor.shutdownNow();
    }
  }
}
