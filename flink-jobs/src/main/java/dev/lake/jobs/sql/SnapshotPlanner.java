package dev.lake.jobs.sql;

import dev.lake.lance.dataset.Datasets;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Plans a statement over exactly the snapshots given: the same statement, snapshots and session
 * give the same schema and the same answer in every process and at any time.
 *
 * <p>Safe for use by many threads; plans on bounded threads of its own.
 */
public final class SnapshotPlanner implements AutoCloseable {

  /**
   * A planner that opens tables through the given datasets.
   *
   * @param storageProfile the name under which every process that runs a part of the plan finds the
   *     storage options
   */
  public SnapshotPlanner(PlannerConfig config, Datasets datasets, String storageProfile) {
    throw new UnsupportedOperationException();
  }

  /**
   * Plans a statement, or takes the plan that {@link #describe} left for it.
   *
   * @throws dev.lake.protocol.LakeException with code UNKNOWN_TABLE, UNKNOWN_COLUMN,
   *     UNKNOWN_FUNCTION, INVALID_STATEMENT, UNSUPPORTED_TYPE, UNSUPPORTED_FEATURE,
   *     STATEMENT_TOO_COMPLEX, DEADLINE_EXCEEDED, or one of {@link DatasetErrors}
   */
  public PlannedQuery plan(Statement statement, SnapshotSet snapshots, SessionFields session) {
    throw new UnsupportedOperationException();
  }

  /**
   * The schema of a statement, for a caller that will run it later. Keeps the plan for a short
   * while, for one {@link #plan} with equal arguments; whether it is still there never changes an
   * answer.
   *
   * @throws dev.lake.protocol.LakeException as {@link #plan}
   */
  public Schema describe(Statement statement, SnapshotSet snapshots, SessionFields session) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
