package dev.lake.lance.table;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.types.ArrowTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rel.core.TableScan;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import scala.collection.JavaConverters;

/** Statements over datasets, run in a mini-cluster that lives as long as the statement. */
final class LanceSql {
  private final TableEnvironment environment;

  LanceSql(int parallelism) {
    Configuration configuration = new Configuration();
    configuration.setString("parallelism.default", Integer.toString(parallelism));
    configuration.setString("taskmanager.numberOfTaskSlots", Integer.toString(parallelism));
    configuration.setString("pipeline.object-reuse", "true");
    configuration.setString("rest.bind-address", "127.0.0.1");
    configuration.setString("rest.bind-port", "0");
    configuration.setString("taskmanager.memory.network.max", "32m");
    environment =
        TableEnvironment.create(
            EnvironmentSettings.newInstance()
                .inBatchMode()
                .withConfiguration(configuration)
                .build());
  }

  /** Registers the newest version of a dataset. */
  LanceSql table(String name, Path path, boolean pushdown) {
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1)) {
      return table(name, datasets.latest(path.toString()), pushdown);
    }
  }

  LanceSql table(String name, DatasetDescription dataset, boolean pushdown) {
    Schema.Builder schema = Schema.newBuilder();
    for (RowType.RowField column : ArrowTypes.rowType(dataset.schema()).getFields()) {
      schema.column(column.getName(), TypeConversions.fromLogicalToDataType(column.getType()));
    }
    environment.createTemporaryTable(
        name,
        TableDescriptor.forConnector("lance")
            .schema(schema.build())
            .option(LanceTableFactory.PATH, dataset.location())
            .option(LanceTableFactory.VERSION, dataset.version())
            .option(LanceTableFactory.INCARNATION, dataset.incarnation())
            .option(LanceTableFactory.PUSHDOWN, pushdown)
            .build());
    return this;
  }

  List<Row> rows(String sql) throws Exception {
    List<Row> rows = new ArrayList<>();
    try (CloseableIterator<Row> result = environment.executeSql(sql).collect()) {
      result.forEachRemaining(rows::add);
    }
    return rows;
  }

  /** What the planner has handed to the one scan of a query, and whether it kept a condition. */
  record Pushed(@Nullable LanceTableSource scan, boolean flinkFilters) {
    /** The planner saw that no row can match. */
    boolean empty() {
      return scan == null;
    }

    LanceTableSource source() {
      return Objects.requireNonNull(scan);
    }
  }

  /** Plans without running. */
  Pushed plan(String sql) {
    TableEnvironmentImpl internal = (TableEnvironmentImpl) environment;
    PlannerBase planner = (PlannerBase) internal.getPlanner();
    QueryOperation query = (QueryOperation) internal.getParser().parse(sql).get(0);
    planner.beforeTranslation();
    RelNode relations = planner.translateToRel(new CollectModifyOperation(query));
    RelNode optimized = planner.optimize(JavaConverters.asScalaBuffer(List.of(relations))).head();
    planner.afterTranslation();
    Pushed[] found = {new Pushed(null, false)};
    new RelVisitor() {
      private boolean condition;

      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        condition |= node instanceof Calc calc && calc.getProgram().getCondition() != null;
        if (node instanceof TableScan scan) {
          DynamicTableSource source =
              scan.getTable().unwrapOrThrow(TableSourceTable.class).tableSource();
          found[0] = new Pushed((LanceTableSource) source, condition);
        }
        super.visit(node, ordinal, parent);
      }
    }.go(optimized);
    return found[0];
  }

  String explain(String sql) {
    return environment.explainSql(sql);
  }
}
