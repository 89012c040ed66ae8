package dev.lake.jobs.sql;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** About how wide a row is, known from its types alone; decides how many rows make a batch. */
public final class RowWidth {

  private static final long TEXT = 64;
  private static final long LIST_ITEMS = 8;
  private static final int MIN_ROWS = 64;
  private static final int MAX_ROWS = 8192;

  private RowWidth() {}

  /** Rows that take about the bytes wanted, from 64 to 8,192. */
  public static int batchRows(Schema schema, long bytes) {
    long width = schema.getFields().stream().mapToLong(RowWidth::of).sum();
    return (int) Math.max(MIN_ROWS, Math.min(MAX_ROWS, bytes / Math.max(1, width)));
  }

  private static long of(Field field) {
    long children = field.getChildren().stream().mapToLong(RowWidth::of).sum();
    ArrowType type = field.getType();
    if (type instanceof ArrowType.FixedSizeList list) {
      return Math.max(1, list.getListSize()) * children;
    }
    if (type instanceof ArrowType.FixedSizeBinary binary) {
      return binary.getByteWidth();
    }
    return switch (type.getTypeID()) {
      case List, LargeList, Map -> LIST_ITEMS * children;
      case Utf8, LargeUtf8, Binary, LargeBinary -> TEXT;
      case Decimal -> 16;
      default -> 8 + children;
    };
  }
}
