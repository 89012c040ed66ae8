package dev.lake.lance.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.columnar.vector.TimestampColumnVector;

/** Timestamps of every unit, with and without zone; before 1970 as after it. */
final class TimestampView extends ColumnView implements TimestampColumnVector {
  private static final long FARTHEST_SECOND = Long.MAX_VALUE / 1000;

  private final String column;
  private final ArrowBuf data;
  private final TimeUnit unit;

  TimestampView(String column, FieldVector vector, TimeUnit unit) {
    super(vector);
    this.column = column;
    this.data = vector.getDataBuffer();
    this.unit = unit;
  }

  @Override
  public TimestampData getTimestamp(int i, int precision) {
    long value = data.getLong((long) i << 3);
    return switch (unit) {
      case SECOND -> TimestampData.fromEpochMillis(milliseconds(value));
      case MILLISECOND -> TimestampData.fromEpochMillis(value);
      case MICROSECOND ->
          TimestampData.fromEpochMillis(
              Math.floorDiv(value, 1_000L), Math.floorMod(value, 1_000) * 1_000);
      case NANOSECOND ->
          TimestampData.fromEpochMillis(
              Math.floorDiv(value, 1_000_000L), Math.floorMod(value, 1_000_000));
    };
  }

  private long milliseconds(long seconds) {
    if (seconds > FARTHEST_SECOND || seconds < -FARTHEST_SECOND) {
      throw new UnrepresentableValueException(
          column, "TIMESTAMP", "it is farther from 1970 than SQL can count in milliseconds");
    }
    return seconds * 1000;
  }
}
