package dev.lake.benchmarks;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * One measured figure.
 *
 * @param unit {@code ms}, or {@code ratio}
 * @param baseline for a ratio, what the baseline measured in the same run, in the unit that the
 *     benchmark's description names
 */
record Figure(String name, double value, String unit, OptionalDouble baseline) {

  static Figure of(String name, double value, String unit) {
    return new Figure(name, value, unit, OptionalDouble.empty());
  }

  static Figure ratio(String name, double ours, double baseline) {
    return new Figure(name, ours / baseline, "ratio", OptionalDouble.of(baseline));
  }

  /** The figure as one line of JSON. */
  String json() {
    String line =
        String.format(
            Locale.ROOT, "{\"name\":\"%s\",\"value\":%.4f,\"unit\":\"%s\"", name, value, unit);
    if (baseline.isPresent()) {
      line += String.format(Locale.ROOT, ",\"baseline\":%.4f", baseline.getAsDouble());
    }
    return line + "}";
  }
}
