package dev.lake.lance.types;

import org.apache.arrow.vector.types.TimeUnit;

/** Arrow's units of time as SQL's digits of a second, and back. */
final class Units {
  private Units() {}

  /** Digits after the second's point that a unit holds. */
  static int digits(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 0;
      case MILLISECOND -> 3;
      case MICROSECOND -> 6;
      case NANOSECOND -> 9;
    };
  }

  /** The coarsest unit that holds so many digits. */
  static TimeUnit of(int digits) {
    if (digits == 0) {
      return TimeUnit.SECOND;
    }
    if (digits <= 3) {
      return TimeUnit.MILLISECOND;
    }
    return digits <= 6 ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND;
  }

  static String abbreviation(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> "s";
      case MILLISECOND -> "ms";
      case MICROSECOND -> "us";
      case NANOSECOND -> "ns";
    };
  }
}
