package dev.lake.lance.types;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;

/**
 * Times and timestamps. Digits below the SQL type's precision are no part of a value: they are cut,
 * as a cast would.
 */
final class TimeWriters {
  private TimeWriters() {}

  /** A time of day in seconds; Flink has it in milliseconds. */
  static FixedWriter secondsOfDay(FieldVector vector, String column) {
    return new FixedWriter(vector, column, 4) {
      @Override
      void put(RowData row, int index) {
        data.setInt((long) size << 2, row.getInt(index) / 1000);
      }
    };
  }

  static FixedWriter timestamp(FieldVector vector, String column, TimeUnit unit, int precision) {
    return switch (unit) {
      case SECOND ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              long millis = row.getTimestamp(index, precision).getMillisecond();
              data.setLong((long) size << 3, Math.floorDiv(millis, 1000L));
            }
          };
      case MILLISECOND ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              data.setLong((long) size << 3, row.getTimestamp(index, precision).getMillisecond());
            }
          };
      case MICROSECOND ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              TimestampData stamp = row.getTimestamp(index, precision);
              int micros = stamp.getNanoOfMillisecond() / 1000;
              data.setLong((long) size << 3, join(this, stamp, 1_000, micros));
            }
          };
      case NANOSECOND ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              TimestampData stamp = row.getTimestamp(index, precision);
              int nanos = stamp.getNanoOfMillisecond();
              data.setLong((long) size << 3, join(this, stamp, 1_000_000, nanos));
            }
          };
    };
  }

  private static long join(FixedWriter writer, TimestampData stamp, int units, int part) {
    long millis = stamp.getMillisecond();
    try {
      if (millis < 0 && part > 0) {
        // From the next millisecond back: the earliest value's own millisecond is out of range.
        return Math.addExact(Math.multiplyExact(millis + 1, units), (long) part - units);
      }
      return Math.addExact(Math.multiplyExact(millis, units), part);
    } catch (ArithmeticException e) {
      UnrepresentableValueException misfit =
          writer.misfit("it is farther from 1970 than 64 bits of this unit reach");
      misfit.initCause(e);
      throw misfit;
    }
  }
}
