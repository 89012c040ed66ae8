package dev.lake.jobs.sql;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Datasets;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import java.net.URL;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.resource.ResourceManager;

/**
 * Plans a statement over exactly the snapshots given: the same statement, snapshots and session
 * give the same schema and the same answer in every process and at any time.
 *
 * <p>Safe for use by many threads; plans on bounded threads of its own.
 */
public final class SnapshotPlanner implements AutoCloseable {

  private final Function<TableSnapshot, DatasetDescription> datasets;
  private final String storageProfile;
  private final PlanningThreads threads;
  private final PlanCache cache;
  private final ResourceManager resources =
      ResourceManager.createResourceManager(
          new URL[0], SnapshotPlanner.class.getClassLoader(), new Configuration());

  /**
   * A planner that opens tables through the given datasets.
   *
   * @param storageProfile the name under which every process that runs a part of the plan finds the
   *     storage options
   */
  public SnapshotPlanner(PlannerConfig config, Datasets datasets, String storageProfile) {
    this(
        config,
        table -> datasets.at(table.location(), table.version(), table.incarnation()),
        storageProfile,
        Clock.systemUTC());
  }

  SnapshotPlanner(
      PlannerConfig config,
      Function<TableSnapshot, DatasetDescription> datasets,
      String storageProfile,
      Clock clock) {
    this.datasets = datasets;
    this.storageProfile = storageProfile;
    threads = new PlanningThreads(config);
    cache = new PlanCache(config.cachedPlans(), config.cachedFor(), clock);
  }

  /**
   * Plans a statement, or takes the plan that {@link #describe} left for it.
   *
   * @throws LakeException with code UNKNOWN_TABLE, UNKNOWN_COLUMN, UNKNOWN_FUNCTION,
   *     INVALID_STATEMENT, UNSUPPORTED_TYPE, UNSUPPORTED_FEATURE, STATEMENT_TOO_COMPLEX,
   *     TOO_MANY_QUERIES, or one of {@link DatasetErrors}
   */
  public PlannedQuery plan(Statement statement, SnapshotSet snapshots, SessionFields session) {
    return cache
        .take(new PlanCache.Key(statement.sql(), snapshots, session))
        .orElseGet(() -> planned(statement, snapshots, session));
  }

  /**
   * The schema of a statement, for a caller that will run it later. Keeps the plan for a short
   * while, for one {@link #plan} with equal arguments; whether it is still there never changes an
   * answer.
   *
   * @throws LakeException as {@link #plan}
   */
  public Schema describe(Statement statement, SnapshotSet snapshots, SessionFields session) {
    PlannedQuery plan = planned(statement, snapshots, session);
    cache.put(new PlanCache.Key(statement.sql(), snapshots, session), plan);
    return plan.schema();
  }

  private PlannedQuery planned(Statement statement, SnapshotSet snapshots, SessionFields session) {
    return threads.call(
        () -> {
          SnapshotCatalog catalog = catalog(statement, snapshots, session);
          PlanningSession flink = new PlanningSession(catalog, session, resources);
          return new Planning(statement, snapshots, catalog, flink, threads).plan();
        });
  }

  private SnapshotCatalog catalog(
      Statement statement, SnapshotSet snapshots, SessionFields session) {
    Map<TableName, DatasetDescription> tables = new LinkedHashMap<>();
    for (TableName name : statement.tables()) {
      TableSnapshot snapshot = snapshots.find(name).orElseThrow(() -> unknown(name));
      try {
        tables.put(name, datasets.apply(snapshot));
      } catch (DatasetException e) {
        throw DatasetErrors.toLake(e, "Table " + name);
      }
    }
    return new SnapshotCatalog(tables, session.defaultNamespace(), storageProfile);
  }

  private static LakeException unknown(TableName name) {
    return new LakeException(
        ErrorCode.UNKNOWN_TABLE, "Unknown table %s", Token.cut(name.toString()));
  }

  @Override
  public void close() {
    threads.close();
  }
}
