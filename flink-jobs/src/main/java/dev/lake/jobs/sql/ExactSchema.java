package dev.lake.jobs.sql;

import dev.lake.lance.types.ArrowTypes;
import dev.lake.lance.types.UnsupportedArrowTypeException;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
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
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The Arrow schema of an answer: a column that is nothing but a table's column keeps its exact
 * type. Read off the logical plan, so that it does not depend on what the optimizer makes of it.
 */
final class ExactSchema {

  private final SnapshotCatalog catalog;

  private ExactSchema(SnapshotCatalog catalog) {
    this.catalog = catalog;
  }

  static Schema of(PlanningSession.Planned planned, SnapshotCatalog catalog) {
    ExactSchema exact = new ExactSchema(catalog);
    List<Field> fields = new ArrayList<>();
    RowType rows = planned.rows();
    for (int i = 0; i < rows.getFieldCount(); i++) {
      fields.add(exact.field(planned, i, rows.getTypeAt(i)));
    }
    return new Schema(fields);
  }

  private Field field(PlanningSession.Planned planned, int index, LogicalType type) {
    String name = planned.names().get(index);
    Optional<Field> column = origin(planned.logical(), index);
    if (column.isPresent() && !ArrowTypes.supported(column.get())) {
      throw unsupported(column.get());
    }
    if (column.isPresent() && ArrowTypes.toFlink(column.get()).equals(type.copy(true))) {
      return renamed(column.get(), name);
    }
    try {
      return ArrowTypes.toArrow(name, type);
    } catch (UnsupportedArrowTypeException e) {
      throw new LakeException(
          ErrorCode.UNSUPPORTED_TYPE,
          e,
          "Column %d of the result, `%s`, has a type that cannot be returned: %s",
          index + 1,
          Token.cut(name),
          ArrowTypes.opaqueName(type).orElse(type.getTypeRoot().name()));
    }
  }

  static LakeException unsupported(Field column) {
    return new LakeException(
        ErrorCode.UNSUPPORTED_TYPE,
        "Column `%s` has type %s, which is not supported; select the other columns by name",
        Token.cut(column.getName()),
        ArrowTypes.describe(column));
  }

  private static Field renamed(Field column, String name) {
    return new Field(
        name, new FieldType(true, column.getType(), null), plain(column.getChildren()));
  }

  /** Without metadata, which is about how the table is stored. */
  private static List<Field> plain(List<Field> children) {
    return children.stream()
        .map(
            child ->
                new Field(
                    child.getName(),
                    new FieldType(child.isNullable(), child.getType(), null),
                    plain(child.getChildren())))
        .toList();
  }

  /** The table's column that a column of a plan is, if it is one and not computed. */
  private Optional<Field> origin(RelNode rel, int index) {
    if (rel instanceof TableScan scan) {
      List<String> path = scan.getTable().getQualifiedName();
      return Optional.of(catalog.column(new TableName(path.get(1), path.get(2)), index));
    }
    if (rel instanceof Project project) {
      return input(project, index).flatMap(column -> origin(project.getInput(), column));
    }
    if (rel instanceof Filter || rel instanceof Sort) {
      return origin(rel.getInput(0), index);
    }
    if (rel instanceof Join || rel instanceof Correlate) {
      int left = rel.getInput(0).getRowType().getFieldCount();
      return index < left ? origin(rel.getInput(0), index) : origin(rel.getInput(1), index - left);
    }
    if (rel instanceof Aggregate aggregate) {
      return index < aggregate.getGroupCount()
          ? origin(aggregate.getInput(), aggregate.getGroupSet().nth(index))
          : Optional.empty();
    }
    return rel instanceof SetOp ? common(rel.getInputs(), index) : Optional.empty();
  }

  /** A union keeps a type only where all its sides have it. */
  private Optional<Field> common(List<RelNode> inputs, int index) {
    Optional<Field> first = origin(inputs.get(0), index);
    boolean same =
        first.isPresent()
            && inputs.stream()
                .map(input -> origin(input, index))
                .allMatch(other -> other.isPresent() && alike(first.get(), other.get()));
    return same ? first : Optional.empty();
  }

  private static boolean alike(Field one, Field other) {
    return renamed(one, "").equals(renamed(other, ""));
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
