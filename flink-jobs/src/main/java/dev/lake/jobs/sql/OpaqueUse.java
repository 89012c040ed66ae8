package dev.lake.jobs.sql;

import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Match;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;

/**
 * Refuses a logical plan that looks at the value of an opaque column. One that is only carried
 * along, such as the column that the planner picks for COUNT(*), does no harm: it is never read.
 */
final class OpaqueUse {

  private final ColumnOrigins origins;

  private OpaqueUse(ColumnOrigins origins) {
    this.origins = origins;
  }

  /**
   * Walks all of a plan but its result, whose columns are looked at elsewhere.
   *
   * @throws LakeException UNSUPPORTED_TYPE, naming the column
   */
  static void check(RelNode logical, ColumnOrigins origins) {
    new OpaqueUse(origins).walk(logical);
  }

  private void walk(RelNode node) {
    RexShuttle expressions = new Expressions(node);
    if (node instanceof Project project) {
      project.getProjects().stream()
          .filter(expression -> !(expression instanceof RexInputRef))
          .forEach(expression -> expression.accept(expressions));
    } else {
      node.accept(expressions);
    }
    if (node instanceof Aggregate aggregate) {
      aggregate.getGroupSet().forEach(column -> refuse(node, column));
      for (AggregateCall call : aggregate.getAggCallList()) {
        call.getArgList().forEach(column -> refuse(node, column));
      }
    }
    boolean compares = node instanceof SetOp && !(node instanceof Union union && union.all);
    if (compares || node instanceof Match) {
      refuseAny(node.getInput(0));
    }
    node.getInputs().forEach(this::walk);
  }

  private void refuseAny(RelNode input) {
    for (int i = 0; i < input.getRowType().getFieldCount(); i++) {
      if (opaque(input.getRowType().getFieldList().get(i).getType())) {
        throw refusal(origins.of(input, i));
      }
    }
  }

  /** Refuses a column of a node's inputs, which are counted through. */
  private void refuse(RelNode node, int column) {
    int index = column;
    for (RelNode input : node.getInputs()) {
      int width = input.getRowType().getFieldCount();
      if (index < width) {
        if (opaque(input.getRowType().getFieldList().get(index).getType())) {
          throw refusal(origins.of(input, index));
        }
        return;
      }
      index -= width;
    }
  }

  private static boolean opaque(RelDataType type) {
    return ArrowTypes.opaque(FlinkTypeFactory.toLogicalType(type));
  }

  private static LakeException refusal(Optional<Field> column) {
    return column
        .flatMap(OpaqueColumns::refusal)
        .orElseGet(
            () ->
                new LakeException(
                    ErrorCode.UNSUPPORTED_TYPE,
                    "A column has a type that is not supported; select the other columns by name"));
  }

  /** Every column that an expression names is looked at. */
  private final class Expressions extends RexShuttle {
    private final RelNode node;

    Expressions(RelNode node) {
      this.node = node;
    }

    @Override
    public RexNode visitInputRef(RexInputRef reference) {
      refuse(node, reference.getIndex());
      return reference;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      if (opaque(access.getType())) {
        throw refusal(Optional.empty());
      }
      return super.visitFieldAccess(access);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      if (query.getKind() != SqlKind.EXISTS) {
        refuseAny(query.rel);
      }
      walk(query.rel);
      return super.visitSubQuery(query);
    }
  }
}
