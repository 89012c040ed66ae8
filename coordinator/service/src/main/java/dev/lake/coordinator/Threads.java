package dev.lake.coordinator;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The coordinator's executors, each for one purpose. */
final class Threads {
  private static final Logger LOG = LoggerFactory.getLogger(Threads.class);

  private Threads() {}

  /** One thread, also on time. */
  static ScheduledExecutorService loop(String name) {
    return Executors.newSingleThreadScheduledExecutor(named(name));
  }

  /** Refuses a task for which no thread is free: its owner offers it again. */
  static ExecutorService refusing(String name, int threads) {
    return new ThreadPoolExecutor(
        0,
        threads,
        30,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        named(name),
        new ThreadPoolExecutor.AbortPolicy());
  }

  /** Lets whoever brings a task too many do it. */
  static ExecutorService waiting(String name, int threads) {
    RejectedExecutionHandler caller = new ThreadPoolExecutor.CallerRunsPolicy();
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(2 * threads),
            named(name),
            caller);
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  static void await(Duration timeout, ExecutorService... executors) {
    long end = System.nanoTime() + timeout.toNanos();
    for (ExecutorService executor : executors) {
      try {
        if (!executor.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          LOG.warn("Work in hand did not end within {}", timeout);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
