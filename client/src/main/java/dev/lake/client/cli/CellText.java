package dev.lake.client.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Optional;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** The text of one value: times in ISO 8601, bytes in base64, lists and structs as JSON. */
final class CellText {
  private static final String NULL = "NULL";

  private CellText() {}

  static String of(FieldVector column, int row) {
    if (column.isNull(row)) {
      return NULL;
    }
    if (column instanceof TimeStampVector times) {
      return timestamp(times, row);
    }
    return number(column, row).orElseGet(() -> other(column, row));
  }

  /** Those whose {@code getObject} is not the number that is meant. */
  private static Optional<String> number(FieldVector column, int row) {
    if (column instanceof UInt1Vector bytes) {
      return Optional.of(String.valueOf(Byte.toUnsignedInt(bytes.get(row))));
    }
    if (column instanceof UInt4Vector ints) {
      return Optional.of(Integer.toUnsignedString(ints.get(row)));
    }
    if (column instanceof UInt8Vector longs) {
      return Optional.of(Long.toUnsignedString(longs.get(row)));
    }
    if (column instanceof Float2Vector halves) {
      return Optional.of(String.valueOf(halves.getValueAsFloat(row)));
    }
    return Optional.empty();
  }

  private static String other(FieldVector column, int row) {
    if (column instanceof DateDayVector days) {
      return LocalDate.ofEpochDay(days.get(row)).toString();
    }
    Object value = column.getObject(row);
    if (value instanceof byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
    if (value instanceof Character unsigned) {
      return String.valueOf((int) unsigned);
    }
    return String.valueOf(value);
  }

  private static String timestamp(TimeStampVector times, int row) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) times.getField().getType();
    long perSecond = perSecond(type.getUnit());
    long value = times.get(row);
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(value, perSecond),
            Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
    if (type.getTimezone() == null) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString();
    }
    return instant.atZone(ZoneId.of(type.getTimezone())).toOffsetDateTime().toString();
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1L;
      case MILLISECOND -> 1_000L;
      case MICROSECOND -> 1_000_000L;
      case NANOSECOND -> 1_000_000_000L;
    };
  }
}
