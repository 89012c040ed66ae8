package dev.lake.jobs.sql;

import dev.lake.lance.types.ArrowTypes;
import dev.lake.lance.types.UnsupportedArrowTypeException;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * The Arrow schema of an answer: a column that is nothing but a table's column keeps its exact
 * type. Read off the logical plan, so that it does not depend on what the optimizer makes of it.
 */
final class ExactSchema {

  private final ColumnOrigins origins;

  private ExactSchema(ColumnOrigins origins) {
    this.origins = origins;
  }

  static Schema of(PlanningSession.Planned planned, ColumnOrigins origins) {
    ExactSchema exact = new ExactSchema(origins);
    List<Field> fields = new ArrayList<>();
    RowType rows = planned.rows();
    for (int i = 0; i < rows.getFieldCount(); i++) {
      fields.add(exact.field(planned, i, rows.getTypeAt(i)));
    }
    return new Schema(fields);
  }

  private Field field(PlanningSession.Planned planned, int index, LogicalType type) {
    String name = planned.names().get(index);
    Optional<Field> column = origins.of(planned.logical(), index);
    column
        .flatMap(OpaqueColumns::refusal)
        .ifPresent(
            refusal -> {
              throw refusal;
            });
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

  static Field renamed(Field column, String name) {
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
}
