package dev.lake.frontend.deferred;

import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.Statement;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** Plans like another engine, but takes its time while a test holds the gate. */
final class GatedEngine implements SqlEngine {
  private static final int OPEN = 1_000_000;

  private final SqlEngine engine;
  private final Semaphore gate = new Semaphore(OPEN);
  final AtomicInteger described = new AtomicInteger();

  GatedEngine(SqlEngine engine) {
    this.engine = engine;
  }

  void shut() {
    gate.drainPermits();
  }

  void open() {
    gate.release(OPEN);
  }

  @Override
  public Statement parse(String sql, String defaultNamespace) {
    return engine.parse(sql, defaultNamespace);
  }

  @Override
  public Schema describe(Statement statement, SnapshotSet snapshots, SessionFields session) {
    described.incrementAndGet();
    try {
      if (!gate.tryAcquire(30, TimeUnit.SECONDS)) {
        throw new AssertionError("the gate was never opened");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return engine.describe(statement, snapshots, session);
  }

  @Override
  public PlannedQuery plan(Statement statement, SnapshotSet snapshots, SessionFields session) {
    return engine.plan(statement, snapshots, session);
  }

  @Override
  public ResultCursor run(PlannedQuery query, BufferAllocator queryAllocator) {
    return engine.run(query, queryAllocator);
  }
}
