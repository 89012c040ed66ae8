package dev.lake.jobs.sql;

import dev.lake.protocol.SessionFields;
import java.time.Instant;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.delegation.Executor;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.planner.delegation.BatchPlanner;
import org.apache.flink.table.planner.utils.InternalConfigOptions;

/**
 * Flink's batch planner with the statement's own instant. The stock planner takes the clock's, anew
 * for each of its steps, so that a replica would give CURRENT_TIMESTAMP another value than the one
 * that planned the statement first.
 */
@SuppressWarnings("overrides") // scalac compiles varargs of Flink's planner to plain arrays
final class PinnedPlanner extends BatchPlanner {

  private final TableConfig config;
  private final SessionFields session;

  PinnedPlanner(
      Executor executor,
      TableConfig config,
      FunctionCatalog functions,
      CatalogManager catalogs,
      ModuleManager modules,
      SessionFields session) {
    super(executor, config, modules, functions, catalogs, PinnedPlanner.class.getClassLoader());
    this.config = config;
    this.session = session;
  }

  @Override
  public void beforeTranslation() {
    super.beforeTranslation();
    Instant now = session.statementTime();
    long epoch = now.toEpochMilli();
    long offset = session.timeZone().getRules().getOffset(now).getTotalSeconds() * 1000L;
    config.set(InternalConfigOptions.TABLE_QUERY_START_EPOCH_TIME, epoch);
    config.set(InternalConfigOptions.TABLE_QUERY_START_LOCAL_TIME, epoch + offset);
  }
}
