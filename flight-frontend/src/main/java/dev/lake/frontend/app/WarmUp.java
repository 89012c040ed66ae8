package dev.lake.frontend.app;

import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.jobs.sql.Statement;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TypeMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one small statement of each usual shape before the first caller does: the first of a kind
 * takes seconds, since planner, code generator and cluster are loaded by it.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
  private static final List<String> STATEMENTS =
      List.of(
          "SELECT 1",
          "SELECT a, COUNT(*) AS n FROM (VALUES (1), (2), (2)) AS t(a) GROUP BY a",
          "SELECT t.a, u.b FROM (VALUES (1), (2)) AS t(a) JOIN (VALUES (1, 'x')) AS u(a, b)"
              + " ON t.a = u.a WHERE t.a < 2",
          "SELECT a FROM (VALUES (3), (1), (2)) AS t(a) ORDER BY a LIMIT 2");

  private final SqlEngine engine;
  private final BufferAllocator allocator;
  private final Clock clock;

  WarmUp(SqlEngine engine, BufferAllocator allocator, Clock clock) {
    this.engine = engine;
    this.allocator = allocator;
    this.clock = clock;
  }

  /**
   * Runs them all.
   *
   * @throws LakeException if one does not end in time or fails: then no statement would work
   */
  void run(Duration patience) {
    Instant start = clock.instant();
    for (String sql : STATEMENTS) {
      run(sql, start.plus(patience));
    }
    LOG.info("Warm after {} ms", Duration.between(start, clock.instant()).toMillis());
  }

  private void run(String sql, Instant deadline) {
    SessionFields session =
        new SessionFields(
            TableName.DEFAULT_NAMESPACE, ZoneId.of("UTC"), TypeMode.EXACT, clock.instant());
    Statement statement = engine.parse(sql, session.defaultNamespace());
    try (BufferAllocator memory = allocator.newChildAllocator("warm-up", 0, 64 << 20);
        ResultCursor rows =
            engine.run(engine.plan(statement, new SnapshotSet(List.of()), session), memory)) {
      Semaphore ready = new Semaphore(0);
      rows.onReady(ready::release);
      while (true) {
        ResultCursor.Step step = rows.poll();
        if (step instanceof ResultCursor.End) {
          return;
        }
        if (step instanceof ResultCursor.Batch batch) {
          batch.rows().close();
          continue;
        }
        await(ready, deadline);
      }
    }
  }

  private void await(Semaphore ready, Instant deadline) {
    long left = Duration.between(clock.instant(), deadline).toMillis();
    try {
      if (left > 0 && ready.tryAcquire(left, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new LakeException(ErrorCode.UNAVAILABLE, "The first statements do not come to an end");
  }
}
