package dev.lake.jobs.sql;

import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import java.util.Set;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.utils.ExecNodePlanDumper;

/** A plan in words that are fit for whoever may run it: no location, no option, no class. */
final class ExplainText {

  private ExplainText() {}

  static String path(boolean scan, boolean literals) {
    if (literals) {
      return "literals, nothing to run";
    }
    return scan ? "columnar: one scan, Arrow batches passed on as they are" : "rows, on Flink";
  }

  static String of(Set<TableName> tables, SnapshotSet snapshots, ExecNodeGraph graph, String path) {
    StringBuilder text = new StringBuilder("== Tables ==\n");
    snapshots.tables().stream()
        .filter(table -> tables.contains(table.table()))
        .forEach(
            table ->
                text.append(table.table())
                    .append(", version ")
                    .append(table.version())
                    .append('\n'));
    if (tables.isEmpty()) {
      text.append("none\n");
    }
    text.append("== Path ==\n").append(path).append('\n');
    text.append("== Plan ==\n");
    // The result's name carries a counter of the process, which says nothing about the plan.
    text.append(
        ExecNodePlanDumper.dagToString(graph)
            .replaceAll("\\*anonymous_result\\$\\d+\\*", "result"));
    return text.toString().stripTrailing();
  }
}
