package dev.lake.jobs.sql;

import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.types.logical.LogicalType;

/** Refuses a plan in which a value of a type unknown to SQL would leave its scan. */
final class OpaqueUse {

  private final Set<ExecNode<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private final ValidationErrors errors;

  private OpaqueUse(ValidationErrors errors) {
    this.errors = errors;
  }

  static void check(ExecNode<?> last, ValidationErrors errors) {
    new OpaqueUse(errors).walk(last);
  }

  private void walk(ExecNode<?> node) {
    if (!seen.add(node)) {
      return;
    }
    for (LogicalType type : node.getOutputType().getChildren()) {
      ArrowTypes.opaqueName(type).ifPresent(this::refuse);
    }
    for (ExecEdge edge : node.getInputEdges()) {
      walk(edge.getSource());
    }
  }

  private void refuse(String arrowType) {
    throw errors
        .opaqueUse()
        .orElseGet(
            () ->
                new LakeException(
                    ErrorCode.UNSUPPORTED_TYPE,
                    "A column has type %s, which is not supported; select the other columns by name",
                    arrowType));
  }
}
