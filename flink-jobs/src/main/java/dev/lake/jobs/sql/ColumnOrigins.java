package dev.lake.jobs.sql;

import dev.lake.protocol.TableName;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Which column of a table a column of a logical plan is. */
final class ColumnOrigins {

  private final SnapshotCatalog catalog;

  ColumnOrigins(SnapshotCatalog catalog) {
    this.catalog = catalog;
  }

  /** The table's column that a column of a plan is, if it is one and not computed. */
  Optional<Field> of(RelNode rel, int index) {
    if (rel instanceof TableScan scan) {
      List<String> path = scan.getTable().getQualifiedName();
      return Optional.of(catalog.column(new TableName(path.get(1), path.get(2)), index));
    }
    if (rel instanceof Project project) {
      return input(project, index).flatMap(column -> of(project.getInput(), column));
    }
    if (rel instanceof Filter || rel instanceof Sort) {
      return of(rel.getInput(0), index);
    }
    if (rel instanceof Join || rel instanceof Correlate) {
      int left = rel.getInput(0).getRowType().getFieldCount();
      return index < left ? of(rel.getInput(0), index) : of(rel.getInput(1), index - left);
    }
    if (rel instanceof Aggregate aggregate) {
      return index < aggregate.getGroupCount()
          ? of(aggregate.getInput(), aggregate.getGroupSet().nth(index))
          : Optional.empty();
    }
    return rel instanceof SetOp ? common(rel.getInputs(), index) : Optional.empty();
  }

  /** A union keeps a type only where all its sides have it. */
  private Optional<Field> common(List<RelNode> inputs, int index) {
    Optional<Field> first = of(inputs.get(0), index);
    boolean same =
        first.isPresent()
            && inputs.stream()
                .map(input -> of(input, index))
                .allMatch(other -> other.isPresent() && alike(first.get(), other.get()));
    return same ? first : Optional.empty();
  }

  private static boolean alike(Field one, Field other) {
    return ExactSchema.renamed(one, "").equals(ExactSchema.renamed(other, ""));
  }

  private static Optional<Integer> input(Project project, int index) {
    RexNode expression = project.getProjects().get(index);
    if (expression instanceof RexCall call
        && call.getKind() == SqlKind.CAST
        && SqlTypeUtil.equalSansNullability(
            project.getCluster().getTypeFactory(),
            call.getType(),
            call.getOperands().get(0).getType())) {
      expression = call.getOperands().get(0);
    }
    return expression instanceof RexInputRef reference
        ? Optional.of(reference.getIndex())
        : Optional.empty();
  }
}
