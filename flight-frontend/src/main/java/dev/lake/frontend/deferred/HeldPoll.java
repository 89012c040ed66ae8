package dev.lake.frontend.deferred;

import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One poll that waits for news: the query's end or another state. It ends exactly once: by news, by
 * time, by the server's stop, or because its client went. Holds no thread.
 */
final class HeldPoll implements Consumer<QueryRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(HeldPoll.class);

  private final QueryState before;
  private final Runnable wake;
  private final AtomicBoolean ended = new AtomicBoolean();
  private @Nullable AutoCloseable watch;
  private @Nullable ScheduledFuture<?> timeout;

  /**
   * @param before the state that is no news
   * @param wake what to do, once, when there is something to tell; must not block
   */
  HeldPoll(QueryState before, Runnable wake) {
    this.before = before;
    this.wake = wake;
  }

  /** Takes over what must be given back at the end; gives it back at once if that was already. */
  synchronized void holding(AutoCloseable newWatch, ScheduledFuture<?> newTimeout) {
    watch = newWatch;
    timeout = newTimeout;
    if (ended.get()) {
      release();
    }
  }

  @Override
  public void accept(QueryRecord record) {
    if (record.state() != before || record.state().terminal()) {
      end();
    }
  }

  /** Answers now. */
  void end() {
    if (ended.compareAndSet(false, true)) {
      release();
      wake.run();
    }
  }

  /** Forgets the poll: nobody waits for its answer any more. */
  void abandon() {
    if (ended.compareAndSet(false, true)) {
      release();
    }
  }

  private synchronized void release() {
    if (timeout != null) {
      timeout.cancel(false);
    }
    if (watch != null) {
      try {
        watch.close();
      } catch (Exception e) {
        LOG.warn("A watch could not be given back: {}", e.getClass().getName());
      }
    }
    watch = null;
    timeout = null;
  }
}
