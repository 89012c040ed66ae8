package dev.lake.jobs.sql;

import dev.lake.lance.dataset.ScanSpec;
import dev.lake.protocol.SnapshotSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;

/** The planning of one statement, from the text to everything that is read off the plan. */
final class Planning {

  /** The one column of an EXPLAIN. */
  private static final String EXPLAIN_COLUMN = "plan";

  private static final int EXPLAIN_LINE = 8_000;

  private final Statement statement;
  private final SnapshotSet snapshots;
  private final SnapshotCatalog catalog;
  private final PlanningSession session;
  private final PlanningThreads threads;
  private final ValidationErrors errors;

  Planning(
      Statement statement,
      SnapshotSet snapshots,
      SnapshotCatalog catalog,
      PlanningSession session,
      PlanningThreads threads) {
    this.statement = statement;
    this.snapshots = snapshots;
    this.catalog = catalog;
    this.session = session;
    this.threads = threads;
    errors = new ValidationErrors(statement, catalog, session.functions());
  }

  PlannedQuery plan() {
    try {
      FlinkPlan plan = read(session.plan(StatementParser.query(statement)));
      return statement.explain() ? explained(plan.explain()) : plan;
    } catch (RuntimeException | AssertionError e) {
      throw errors.toLake(e);
    }
  }

  private FlinkPlan explained(String text) {
    List<String> lines =
        Arrays.stream(text.split("\n", -1))
            .map(line -> line.length() <= EXPLAIN_LINE ? line : line.substring(0, EXPLAIN_LINE))
            .toList();
    return read(session.plan(EXPLAIN_COLUMN, lines));
  }

  private FlinkPlan read(PlanningSession.Planned planned) {
    ColumnOrigins origins = new ColumnOrigins(catalog);
    OpaqueUse.check(planned.logical(), origins);
    Schema schema = ExactSchema.of(planned, origins);
    ExecNode<?> last = planned.graph().getRootNodes().get(0).getInputEdges().get(0).getSource();
    PlanShape shape = new PlanShape(session.planner(), last);
    Optional<ScanSpec> scan = shape.bareScan();
    Optional<LiteralRows> literals = shape.literals();
    String path = ExplainText.path(scan.isPresent(), literals.isPresent());
    String explain = ExplainText.of(statement.tables(), snapshots, planned.graph(), path);
    return new FlinkPlan(
        threads, session, planned, new FlinkPlan.Parts(schema, scan, literals, explain));
  }
}
