package dev.lake.jobs.sql;

import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.table.LanceTableSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecExchange;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecLimit;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecValues;
import org.apache.flink.table.planner.plan.utils.RexLiteralUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;
import org.apache.flink.table.types.logical.LogicalType;
import org.jspecify.annotations.Nullable;

/** What is special about an optimized plan: it may be one scan, or only literals. */
final class PlanShape {

  private final PinnedPlanner planner;
  private final ExecNode<?> last;

  /**
   * A look at a plan.
   *
   * @param last the node that feeds the sink
   */
  PlanShape(PinnedPlanner planner, ExecNode<?> last) {
    this.planner = planner;
    this.last = last;
  }

  /** The source of a scan, with all that it has taken over. */
  static LanceTableSource source(PinnedPlanner planner, BatchExecTableSourceScan scan) {
    ScanTableSource source =
        scan.getTableSourceSpec()
            .getScanTableSource(
                planner.getFlinkContext(), ShortcutUtils.unwrapTypeFactory(planner));
    return (LanceTableSource) source;
  }

  /** The scan that gives the whole answer, columns in output order. */
  Optional<ScanSpec> bareScan() {
    @Nullable List<Integer> order = null;
    long limit = ScanSpec.NO_LIMIT;
    ExecNode<?> node = last;
    while (!(node instanceof BatchExecTableSourceScan)) {
      if (node instanceof BatchExecCalc calc) {
        Optional<List<Integer>> columns = renaming(calc);
        if (columns.isEmpty()) {
          return Optional.empty();
        }
        List<Integer> inner = columns.get();
        order = order == null ? inner : order.stream().map(inner::get).toList();
      } else if (node instanceof BatchExecLimit cut) {
        long rows = ExecNodeFields.limitWithoutOffset(cut);
        if (rows < 0) {
          return Optional.empty();
        }
        limit = limit < 0 ? rows : Math.min(limit, rows);
      } else if (!(node instanceof BatchExecExchange)) {
        return Optional.empty();
      }
      node = node.getInputEdges().get(0).getSource();
    }
    return scan(source(planner, (BatchExecTableSourceScan) node), order, limit);
  }

  private static Optional<ScanSpec> scan(
      LanceTableSource source, @Nullable List<Integer> order, long limit) {
    ScanSpec scan = source.scan();
    List<String> all = source.columns();
    List<String> columns = order == null ? all : order.stream().map(all::get).toList();
    if (columns.isEmpty() || new HashSet<>(columns).size() != columns.size()) {
      return Optional.empty();
    }
    long least =
        scan.limit() < 0 ? limit : limit < 0 ? scan.limit() : Math.min(limit, scan.limit());
    return Optional.of(
        new ScanSpec(
            scan.location(),
            scan.version(),
            scan.incarnation(),
            columns,
            scan.filter(),
            least,
            scan.batchRows(),
            scan.storageProfile()));
  }

  private static Optional<List<Integer>> renaming(BatchExecCalc calc) {
    if (ExecNodeFields.condition(calc) != null) {
      return Optional.empty();
    }
    List<Integer> columns = new ArrayList<>();
    for (RexNode expression : ExecNodeFields.projection(calc)) {
      if (!(expression instanceof RexInputRef reference)) {
        return Optional.empty();
      }
      columns.add(reference.getIndex());
    }
    return Optional.of(columns);
  }

  /** The rows of a plan that is only literals. */
  Optional<LiteralRows> literals() {
    List<LogicalType> types = last.getOutputType().getChildren();
    if (!types.stream().allMatch(PlanShape::plain)) {
      return Optional.empty();
    }
    return tuples()
        .map(tuples -> new LiteralRows(tuples.stream().map(tuple -> row(tuple, types)).toList()));
  }

  /** Types whose literals Flink can turn into values by itself. */
  private static boolean plain(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case CHAR,
          VARCHAR,
          BOOLEAN,
          BINARY,
          VARBINARY,
          DECIMAL,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          FLOAT,
          DOUBLE,
          DATE,
          TIME_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITHOUT_TIME_ZONE,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          true;
      default -> false;
    };
  }

  private static RowData row(List<RexLiteral> tuple, List<LogicalType> types) {
    GenericRowData row = new GenericRowData(types.size());
    for (int i = 0; i < types.size(); i++) {
      Comparable<?> value = tuple.get(i).getValueAs(Comparable.class);
      row.setField(i, RexLiteralUtil.toFlinkInternalValue(value, types.get(i)));
    }
    return row;
  }

  private Optional<List<List<RexLiteral>>> tuples() {
    if (last instanceof BatchExecValues values) {
      return bounded(values.getTuples());
    }
    if (last instanceof BatchExecCalc calc
        && ExecNodeFields.condition(calc) == null
        && calc.getInputEdges().get(0).getSource() instanceof BatchExecValues values) {
      return bounded(values.getTuples()).flatMap(tuples -> projected(calc, tuples));
    }
    return Optional.empty();
  }

  private static Optional<List<List<RexLiteral>>> bounded(List<List<RexLiteral>> tuples) {
    return tuples.size() <= LiteralRows.MAX_ROWS ? Optional.of(tuples) : Optional.empty();
  }

  private static Optional<List<List<RexLiteral>>> projected(
      BatchExecCalc calc, List<List<RexLiteral>> tuples) {
    List<List<RexLiteral>> rows = new ArrayList<>();
    for (List<RexLiteral> tuple : tuples) {
      List<RexLiteral> row = new ArrayList<>();
      for (RexNode expression : ExecNodeFields.projection(calc)) {
        if (expression instanceof RexLiteral literal) {
          row.add(literal);
        } else if (expression instanceof RexInputRef reference) {
          row.add(tuple.get(reference.getIndex()));
        } else {
          return Optional.empty();
        }
      }
      rows.add(row);
    }
    return Optional.of(rows);
  }
}
