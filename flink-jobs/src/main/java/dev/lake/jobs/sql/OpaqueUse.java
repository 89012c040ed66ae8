package dev.lake.jobs.sql;

import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecTableSourceScan;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * Refuses a plan in which a value of a type unknown to SQL would travel. Only whether it is null
 * may be asked, right at the scan.
 */
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
    if (!(node instanceof CommonExecTableSourceScan)) {
      for (LogicalType type : node.getOutputType().getChildren()) {
        ArrowTypes.opaqueName(type).ifPresent(this::refuse);
      }
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
                    "A column of type %s can only be asked whether it is null",
                    arrowType));
  }
}
