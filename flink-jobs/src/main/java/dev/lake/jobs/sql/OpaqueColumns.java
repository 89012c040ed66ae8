package dev.lake.jobs.sql;

import dev.lake.lance.dataset.ReadableColumns;
import dev.lake.lance.types.ArrowTypes;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.RowType;

/** Columns whose values a statement cannot have; they stand in their table all the same. */
final class OpaqueColumns {

  private OpaqueColumns() {}

  /** The row type of a table; what cannot be read or computed with is opaque. */
  static RowType rowType(Schema table) {
    List<RowType.RowField> columns = new ArrayList<>();
    for (Field column : table.getFields()) {
      columns.add(
          new RowType.RowField(
              column.getName(),
              opaque(column) ? ArrowTypes.opaque(column) : ArrowTypes.toFlink(column)));
    }
    return new RowType(false, columns);
  }

  private static boolean opaque(Field column) {
    return ReadableColumns.obstacle(column).isPresent() || !ArrowTypes.supported(column);
  }

  /** The error for a statement that needs the values of a column, if it cannot have them. */
  static Optional<LakeException> refusal(Field column) {
    Optional<String> obstacle = ReadableColumns.obstacle(column);
    if (obstacle.isEmpty() && ArrowTypes.supported(column)) {
      return Optional.empty();
    }
    String reason =
        obstacle.orElseGet(
            () -> "has type %s, which is not supported".formatted(ArrowTypes.describe(column)));
    return Optional.of(
        new LakeException(
            ErrorCode.UNSUPPORTED_TYPE,
            "Column `%s` %s; select the other columns by name",
            Token.cut(column.getName()),
            reason));
  }
}
