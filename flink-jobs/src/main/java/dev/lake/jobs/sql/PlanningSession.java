package dev.lake.jobs.sql;

import dev.lake.protocol.SessionFields;
import dev.lake.protocol.TableName;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlNode;
import org.apache.flink.api.common.BatchShuffleMode;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.bridge.java.internal.StreamTableEnvironmentImpl;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.api.config.TableConfigOptions;
import org.apache.flink.table.catalog.CatalogManager;
import org.apache.flink.table.catalog.CatalogStoreHolder;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.catalog.FunctionCatalog;
import org.apache.flink.table.catalog.GenericInMemoryCatalogStore;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.module.ModuleManager;
import org.apache.flink.table.operations.StagedSinkModifyOperation;
import org.apache.flink.table.planner.calcite.FlinkPlannerImpl;
import org.apache.flink.table.planner.calcite.FlinkRelBuilder;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.delegation.DefaultExecutor;
import org.apache.flink.table.planner.operations.PlannerQueryOperation;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.resource.ResourceManager;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import scala.collection.JavaConverters;

/**
 * Flink's planner, set up for one statement: one catalog, one instant, one zone. Not safe for use
 * by several threads at the same time.
 */
final class PlanningSession {

  /**
   * A query after each step.
   *
   * @param names the columns as the statement names them; they may repeat
   * @param logical before optimization, without the sink
   * @param rows what reaches the sink
   * @param ordered whether the statement ends in an ORDER BY
   * @param graph what would run, sink included
   */
  record Planned(
      List<String> names, RelNode logical, RowType rows, boolean ordered, ExecNodeGraph graph) {}

  private final TableConfig config;
  private final DefaultExecutor executor;
  private final PinnedPlanner planner;
  private final HandOver handOver = new HandOver();

  PlanningSession(SnapshotCatalog catalog, SessionFields session, ResourceManager resources) {
    Configuration settings = settings(session);
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(settings, resources.getUserClassLoader());
    executor = new DefaultExecutor(environment);
    config = TableConfig.getDefault();
    config.setRootConfiguration(executor.getConfiguration());
    config.addConfiguration(settings);
    CatalogManager catalogs = catalogs(catalog, environment, resources);
    ModuleManager modules = new ModuleManager();
    FunctionCatalog functions = new FunctionCatalog(config, resources, catalogs, modules);
    planner = new PinnedPlanner(executor, config, functions, catalogs, modules, session);
    // Wires the parser and the expression resolver into the catalog; the object itself is not used.
    new StreamTableEnvironmentImpl(
        catalogs, modules, resources, functions, config, environment, planner, executor, false);
  }

  private static Configuration settings(SessionFields session) {
    Configuration settings = new Configuration();
    settings.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
    settings.set(ExecutionOptions.BATCH_SHUFFLE_MODE, BatchShuffleMode.ALL_EXCHANGES_PIPELINED);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    settings.set(TableConfigOptions.LOCAL_TIME_ZONE, zone(session.timeZone()));
    // A hint could otherwise move a table's path.
    settings.set(TableConfigOptions.TABLE_DYNAMIC_TABLE_OPTIONS_ENABLED, false);
    // Both need the adaptive scheduler, which costs more than these queries take.
    settings.set(
        OptimizerConfigOptions.TABLE_OPTIMIZER_ADAPTIVE_BROADCAST_JOIN_STRATEGY,
        OptimizerConfigOptions.AdaptiveBroadcastJoinStrategy.NONE);
    settings.set(
        OptimizerConfigOptions.TABLE_OPTIMIZER_ADAPTIVE_SKEWED_JOIN_OPTIMIZATION_STRATEGY,
        OptimizerConfigOptions.AdaptiveSkewedJoinOptimizationStrategy.NONE);
    settings.set(OptimizerConfigOptions.TABLE_OPTIMIZER_DYNAMIC_FILTERING_ENABLED, false);
    return settings;
  }

  /** Flink takes only names that the old time zones know too: no Z, no bare offset. */
  private static String zone(ZoneId zone) {
    if (!(zone.normalized() instanceof ZoneOffset offset)) {
      return zone.getId();
    }
    return offset.getTotalSeconds() == 0 ? "UTC" : "GMT" + offset.getId();
  }

  private CatalogManager catalogs(
      SnapshotCatalog catalog, StreamExecutionEnvironment environment, ResourceManager resources) {
    GenericInMemoryCatalogStore store = new GenericInMemoryCatalogStore();
    store.open();
    return CatalogManager.newBuilder()
        .classLoader(resources.getUserClassLoader())
        .config(config)
        .defaultCatalog(TableName.CATALOG, catalog)
        .executionConfig(environment.getConfig())
        .catalogStoreHolder(
            CatalogStoreHolder.newBuilder()
                .classloader(resources.getUserClassLoader())
                .config(config)
                .catalogStore(store)
                .build())
        .build();
  }

  /** Validates, converts and optimizes a query. */
  Planned plan(SqlNode query) {
    FlinkPlannerImpl flink = planner.createFlinkPlanner();
    RelRoot root = flink.rel(flink.validate(query));
    List<String> names = root.fields.stream().map(Map.Entry::getValue).toList();
    return plan(root.project(), names, !root.collation.getFieldCollations().isEmpty());
  }

  /** Plans one column of texts, one row each. */
  Planned plan(String column, List<String> texts) {
    FlinkRelBuilder builder = planner.createRelBuilder();
    Object[] values = texts.toArray();
    return plan(builder.values(new String[] {column}, values).build(), List.of(column), true);
  }

  private Planned plan(RelNode logical, List<String> names, boolean ordered) {
    RowType rows = resultType(logical);
    planner.beforeTranslation();
    try {
      RelNode rel = planner.translateToRel(intoResult(logical, rows));
      ExecNodeGraph graph =
          planner.translateToExecNodeGraph(
              planner.optimize(JavaConverters.asScalaBuffer(List.of(rel))), false);
      return new Planned(names, logical, rows, ordered, graph);
    } finally {
      planner.afterTranslation();
    }
  }

  /** Every column nullable, and under a name of its own: a sink takes no name twice. */
  private static RowType resultType(RelNode logical) {
    List<RowType.RowField> fields = new ArrayList<>();
    for (LogicalType type : FlinkTypeFactory.toLogicalRowType(logical.getRowType()).getChildren()) {
      fields.add(new RowType.RowField("c" + fields.size(), type.copy(true)));
    }
    return new RowType(false, fields);
  }

  private StagedSinkModifyOperation intoResult(RelNode logical, RowType rows) {
    ResolvedSchema schema =
        ResolvedSchema.physical(
            rows.getFieldNames(),
            rows.getChildren().stream().map(TypeConversions::fromLogicalToDataType).toList());
    CatalogTable table =
        CatalogTable.newBuilder()
            .schema(Schema.newBuilder().fromResolvedSchema(schema).build())
            .build();
    return new StagedSinkModifyOperation(
        ContextResolvedTable.anonymous("result", new ResolvedCatalogTable(table, schema)),
        new PlannerQueryOperation(
            logical,
            () -> {
              throw new UnsupportedOperationException("A plan has no text");
            }),
        Map.of(),
        null,
        false,
        Map.of(),
        handOver);
  }

  /** Builds the job of a plan. May be called once for each plan. */
  StreamGraph job(Planned planned, Sink<RowData> sink, String name, int parallelism) {
    handOver.to(sink);
    config.set(ExecutionConfigOptions.TABLE_EXEC_RESOURCE_DEFAULT_PARALLELISM, parallelism);
    List<Transformation<?>> transformations = planner.translateToPlan(planned.graph());
    return (StreamGraph) executor.createPipeline(transformations, config.getConfiguration(), name);
  }

  /** An empty environment of the same settings. */
  StreamExecutionEnvironment environment() {
    return executor.getExecutionEnvironment();
  }

  /** The names of all functions. */
  Set<String> functions() {
    return Set.of(planner.functionCatalog().getFunctions());
  }

  PinnedPlanner planner() {
    return planner;
  }
}
