package dev.lake.frontend.app.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and durations as people write them: a whole number and a unit. */
final class Quantities {
  private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,15}) ?([A-Za-z]*)");

  private Quantities() {}

  /**
   * {@code 512 B}, {@code 64 KiB}, {@code 1 GiB}; a bare number is bytes.
   *
   * @throws IllegalArgumentException where it is none
   */
  static long size(String text) {
    Matcher quantity = match(text);
    long factor =
        switch (quantity.group(2)) {
          case "", "B" -> 1L;
          case "KiB" -> 1L << 10;
          case "MiB" -> 1L << 20;
          case "GiB" -> 1L << 30;
          case "TiB" -> 1L << 40;
          default -> throw new IllegalArgumentException("no unit of size");
        };
    return Math.multiplyExact(Long.parseLong(quantity.group(1)), factor);
  }

  /**
   * {@code 250 ms}, {@code 90 s}, {@code 15 min}, {@code 24 h}, {@code 7 d}.
   *
   * @throws IllegalArgumentException where it is none; a bare number is none
   */
  static Duration duration(String text) {
    Matcher quantity = match(text);
    long number = Long.parseLong(quantity.group(1));
    return switch (quantity.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofDays(number);
      default -> throw new IllegalArgumentException("no unit of time");
    };
  }

  private static Matcher match(String text) {
    Matcher quantity = QUANTITY.matcher(text.strip());
    if (!quantity.matches()) {
      throw new IllegalArgumentException("no number with a unit");
    }
    return quantity;
  }
}
