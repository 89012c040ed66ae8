package dev.lake.frontend.interactive;

import dev.lake.jobs.interactive.InteractiveEngine;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.Statement;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** What the frontend asks of the SQL side; every method throws named lake errors. */
public interface SqlEngine {

  /** Parses and checks one read-only statement. */
  Statement parse(String sql, String defaultNamespace);

  /** The schema of a statement that a later {@link #plan} with equal arguments will have. */
  Schema describe(Statement statement, SnapshotSet snapshots, SessionFields session);

  /** Plans a statement over exactly these snapshots. */
  PlannedQuery plan(Statement statement, SnapshotSet snapshots, SessionFields session);

  /** Starts a planned statement and returns at once. */
  ResultCursor run(PlannedQuery query, BufferAllocator queryAllocator);

  /** The real thing. */
  static SqlEngine of(StatementParser parser, SnapshotPlanner planner, InteractiveEngine engine) {
    return new SqlEngine() {
      @Override
      public Statement parse(String sql, String defaultNamespace) {
        return parser.parse(sql, defaultNamespace);
      }

      @Override
      public Schema describe(Statement statement, SnapshotSet snapshots, SessionFields session) {
        return planner.describe(statement, snapshots, session);
      }

      @Override
      public PlannedQuery plan(Statement statement, SnapshotSet snapshots, SessionFields session) {
        return planner.plan(statement, snapshots, session);
      }

      @Override
      public ResultCursor run(PlannedQuery query, BufferAllocator queryAllocator) {
        return engine.run(query, queryAllocator);
      }
    };
  }
}
