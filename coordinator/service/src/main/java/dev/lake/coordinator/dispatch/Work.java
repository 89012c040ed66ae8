package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.expiry.Expiry;
import dev.lake.protocol.QueryId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done off the leader's thread: at most one piece of work per query at a time; one that
 * failed rests for a while.
 */
final class Work {
  private static final Logger LOG = LoggerFactory.getLogger(Work.class);

  private final Executor executor;
  private final Clock clock;
  private final Duration retryAfter;
  private final Runnable done;
  private final Set<QueryId> busy = ConcurrentHashMap.newKeySet();
  private final Set<QueryId> ended = ConcurrentHashMap.newKeySet();
  private final Map<QueryId, Instant> resting = new ConcurrentHashMap<>();

  /**
   * @param executor may refuse: the work is then offered again with a later step
   * @param done called after each piece of work
   */
  Work(Executor executor, Clock clock, Duration retryAfter, Runnable done) {
    this.executor = executor;
    this.clock = clock;
    this.retryAfter = retryAfter;
    this.done = done;
  }

  /** Whether nothing is being done for the query, and it need not rest. */
  boolean idle(QueryId id) {
    if (busy.contains(id)) {
      return false;
    }
    Instant until = resting.get(id);
    return until == null || !clock.instant().isBefore(until);
  }

  /** Those for which a piece of work ended since the last call: their records may have changed. */
  Set<QueryId> takeEnded() {
    Set<QueryId> taken = Set.copyOf(ended);
    ended.removeAll(taken);
    return taken;
  }

  /** Lets a query rest although nothing failed. */
  void rest(QueryId id, Duration time) {
    resting.put(id, clock.instant().plus(time));
  }

  /**
   * Begins a piece of work.
   *
   * @return false when the query is busy or resting, or there is no thread for it
   */
  boolean start(QueryId id, String what, Runnable task) {
    if (!idle(id) || !busy.add(id)) {
      return false;
    }
    try {
      executor.execute(() -> run(id, what, task));
      return true;
    } catch (RejectedExecutionException e) {
      busy.remove(id);
      return false;
    }
  }

  private void run(QueryId id, String what, Runnable task) {
    try {
      Instant before = resting.get(id);
      task.run();
      if (before != null) {
        resting.remove(id, before);
      }
    } catch (RuntimeException e) {
      boolean again = resting.put(id, clock.instant().plus(retryAfter)) != null;
      if (again) {
        LOG.debug("Still cannot {}", describe(id, what), e);
      } else {
        LOG.warn("Cannot {} now, trying again: {}", describe(id, what), e.toString());
      }
    } finally {
      ended.add(id);
      busy.remove(id);
      done.run();
    }
  }

  private static String describe(QueryId id, String what) {
    return id.equals(Expiry.SWEEP) ? what : what + " query " + id;
  }
}
