package dev.lake.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Tells what happens, step by step, as text or as one JSON object a line, and counts what was
 * checked.
 */
final class Report {
  private final PrintStream out;
  private final boolean json;
  private final Clock clock;
  private final Instant begin;
  private Instant stepBegin;
  private int checks;

  Report(PrintStream out, boolean json, Clock clock) {
    this.out = out;
    this.json = json;
    this.clock = clock;
    this.begin = clock.instant();
    this.stepBegin = begin;
  }

  /** Says that a step is done, with its figures. */
  void step(String name, String text, Map<String, Object> figures) {
    double seconds = secondsSince(stepBegin);
    stepBegin = clock.instant();
    if (!json) {
      out.println(String.format(Locale.ROOT, "%6.1f s  %s", seconds, text));
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("step", name);
    fields.put("seconds", seconds);
    fields.putAll(figures);
    fields.put("text", text);
    line(fields);
  }

  /** Says something between two steps; people only. */
  void note(String text) {
    if (!json) {
      out.println("          " + text);
    }
  }

  /**
   * Counts a check.
   *
   * @throws DemoFailure when it does not hold
   */
  void check(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new DemoFailure(what + ": expected " + expected + ", found " + found);
    }
    checks++;
  }

  /** The last line. */
  void ok() {
    double seconds = secondsSince(begin);
    if (json) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("step", "ok");
      fields.put("checks", checks);
      fields.put("seconds", seconds);
      line(fields);
      return;
    }
    out.println(String.format(Locale.ROOT, "demo ok: %d checks in %.1f s", checks, seconds));
  }

  private double secondsSince(Instant start) {
    return Math.round(Duration.between(start, clock.instant()).toMillis() / 100.0) / 10.0;
  }

  private void line(Map<String, Object> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
      generator.writeStartObject();
      for (Map.Entry<String, Object> field : fields.entrySet()) {
        generator.writeFieldName(field.getKey());
        value(generator, field.getValue());
      }
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println(text);
  }

  private static void value(JsonGenerator generator, Object value) throws IOException {
    if (value instanceof Double number) {
      generator.writeNumber(number);
    } else if (value instanceof Number number) {
      generator.writeNumber(number.longValue());
    } else {
      generator.writeString(value.toString());
    }
  }
}
