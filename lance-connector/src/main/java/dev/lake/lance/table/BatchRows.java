package dev.lake.lance.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * How many rows a batch should have. The native library counts rows only, and 8,192 embeddings of
 * 2,048 floats are 64 MiB; what the schema tells of a row's width bounds a batch to about 8 MiB.
 */
final class BatchRows {
  private static final long BATCH_BYTES = 8L << 20;
  private static final int LEAST_ROWS = 16;

  /** For text, lists and the like, whose width the schema does not tell. */
  private static final long UNKNOWN_BYTES = 64;

  private BatchRows() {}

  static int of(Schema schema, List<String> columns, int most) {
    Map<String, Field> fields = new HashMap<>();
    schema.getFields().forEach(field -> fields.put(field.getName(), field));
    long width = 1;
    for (String column : columns) {
      Field field = fields.get(column);
      width += field == null ? UNKNOWN_BYTES : width(field);
    }
    long rows = Math.max(LEAST_ROWS, BATCH_BYTES / width);
    return (int) Math.min(most, rows);
  }

  private static long width(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.FixedSizeList list) {
      return list.getListSize() * width(field.getChildren().get(0));
    }
    if (type instanceof ArrowType.FixedSizeBinary binary) {
      return binary.getByteWidth();
    }
    if (type instanceof ArrowType.Struct) {
      return field.getChildren().stream().mapToLong(BatchRows::width).sum();
    }
    boolean fixed =
        type instanceof ArrowType.Int
            || type instanceof ArrowType.FloatingPoint
            || type instanceof ArrowType.Bool
            || type instanceof ArrowType.Date
            || type instanceof ArrowType.Time
            || type instanceof ArrowType.Timestamp;
    return fixed ? Long.BYTES : UNKNOWN_BYTES;
  }
}
