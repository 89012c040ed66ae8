package dev.lake.protocol;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The fields of one JSON object. Each is taken once; what is left at {@link #readAll} is unknown.
 * Every problem names the key, none its value.
 */
final class JsonObject {
  private final String path;
  private final Map<String, Object> fields;

  JsonObject(String path, Map<String, Object> fields) {
    this.path = path;
    this.fields = fields;
  }

  static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  String text(String key) {
    return take(key, String.class, "a string");
  }

  boolean flag(String key) {
    return take(key, Boolean.class, "true or false");
  }

  long number(String key) {
    return take(key, Long.class, "a whole number");
  }

  int integer(String key) {
    long value = number(key);
    if (value != (int) value) {
      throw problem(key, "is out of range");
    }
    return (int) value;
  }

  double decimal(String key) {
    return take(key, Number.class, "a number").doubleValue();
  }

  Instant instant(String key) {
    return parsed(key, Instant::parse, "a time such as 2026-01-31T12:00:00Z");
  }

  Duration duration(String key) {
    return parsed(key, Duration::parse, "a duration such as PT24H");
  }

  byte[] bytes(String key) {
    return parsed(key, Base64.getDecoder()::decode, "base64");
  }

  /** An enum's constant, written in kebab case. */
  <E extends Enum<E>> E constant(String key, Class<E> type) {
    String value = text(key);
    for (E constant : type.getEnumConstants()) {
      if (kebab(constant).equals(value)) {
        return constant;
      }
    }
    throw problem(key, "has an unknown value");
  }

  static String kebab(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A value that has a form of its own; what its constructor refuses is reported at the key. */
  <T> T parsed(String key, Function<String, T> parse, String expected) {
    String value = text(key);
    try {
      return parse.apply(value);
    } catch (DateTimeParseException | IllegalArgumentException e) {
      throw problem(key, "is not " + expected);
    }
  }

  <T> T object(String key, Function<JsonObject, T> read) {
    return take(key, JsonObject.class, "an object").readAll(read);
  }

  <T> List<T> list(String key, Function<JsonObject, T> read) {
    List<?> elements = take(key, List.class, "an array");
    List<T> values = new ArrayList<>(elements.size());
    for (Object element : elements) {
      if (!(element instanceof JsonObject object)) {
        throw problem(key, "is not an array of objects");
      }
      values.add(object.readAll(read));
    }
    return values;
  }

  <T> Optional<T> optional(String key, BiFunction<JsonObject, String, T> read) {
    return fields.containsKey(key) ? Optional.of(read.apply(this, key)) : Optional.empty();
  }

  OptionalLong optionalNumber(String key) {
    return fields.containsKey(key) ? OptionalLong.of(number(key)) : OptionalLong.empty();
  }

  /** Reads the whole object: nothing may be left, and what a constructor refuses is reported. */
  <T> T readAll(Function<JsonObject, T> read) {
    try {
      T value = read.apply(this);
      for (String key : fields.keySet()) {
        throw problem(key, "is unknown");
      }
      return value;
    } catch (IllegalArgumentException e) {
      throw new JsonProblem(path, String.valueOf(e.getMessage()));
    } catch (ArithmeticException e) {
      throw new JsonProblem(path, "adds up to more than can be counted");
    }
  }

  private JsonProblem problem(String key, String problem) {
    return new JsonProblem(join(path, key), problem);
  }

  private <T> T take(String key, Class<T> type, String expected) {
    Object value = fields.remove(key);
    if (value == null) {
      throw problem(key, "is missing");
    }
    if (!type.isInstance(value)) {
      throw problem(key, "is not " + expected);
    }
    return type.cast(value);
  }
}
