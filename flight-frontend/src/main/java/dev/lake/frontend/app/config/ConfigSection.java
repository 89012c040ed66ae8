package dev.lake.frontend.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of the file. A key is known because somebody asked for it; what nobody asked for is
 * refused. Every problem names the whole path of its key.
 */
final class ConfigSection {
  /** Characters of a wrong value that a message repeats. */
  private static final int SHOWN = 60;

  private final String path;
  private final ObjectNode fields;
  private final Set<String> known = new LinkedHashSet<>();

  private ConfigSection(String path, ObjectNode fields) {
    this.path = path;
    this.fields = fields;
  }

  static ConfigSection root(ObjectNode fields) {
    return new ConfigSection("", fields);
  }

  /** Reads a section below this one, which may be left out. */
  <T> T section(String key, Function<ConfigSection, T> read) {
    JsonNode node = take(key);
    if (node != null && !node.isObject()) {
      throw wrong(key, node, "a mapping of keys to values");
    }
    ObjectNode below = node instanceof ObjectNode mapping ? mapping : fields.objectNode();
    return new ConfigSection(join(key), below).readAll(read);
  }

  /** Reads everything; what was not asked for is unknown. */
  <T> T readAll(Function<ConfigSection, T> read) {
    T value;
    try {
      value = read.apply(this);
    } catch (IllegalArgumentException e) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, e, "%s: %s", path, e.getMessage());
    }
    end();
    return value;
  }

  String text(String key, String otherwise) {
    return optionalText(key).orElse(otherwise);
  }

  Optional<String> optionalText(String key) {
    JsonNode node = take(key);
    if (node == null) {
      return Optional.empty();
    }
    if (!node.isValueNode() || node.asText().isBlank()) {
      throw wrong(key, node, "a text");
    }
    return Optional.of(node.asText());
  }

  List<String> texts(String key) {
    JsonNode node = take(key);
    if (node == null) {
      return List.of();
    }
    if (!node.isArray()) {
      throw wrong(key, node, "a list");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode item : node) {
      texts.add(item.asText());
    }
    return List.copyOf(texts);
  }

  /** Counts by name, where the names are the user's own. */
  Map<String, Integer> counts(String key) {
    JsonNode node = take(key);
    if (node == null) {
      return Map.of();
    }
    if (!node.isObject()) {
      throw wrong(key, node, "a mapping of names to numbers");
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getValue().canConvertToInt() || entry.getValue().intValue() < 1) {
        throw wrong(key + "." + entry.getKey(), entry.getValue(), "a whole number of at least 1");
      }
      counts.put(entry.getKey(), entry.getValue().intValue());
    }
    return counts;
  }

  int count(String key, int otherwise) {
    return whole(key, 1, Integer.MAX_VALUE, otherwise);
  }

  int whole(String key, int least, int most, int otherwise) {
    JsonNode node = take(key);
    if (node == null) {
      return otherwise;
    }
    if (!node.canConvertToInt() || node.intValue() < least || node.intValue() > most) {
      throw wrong(
          key,
          node,
          most == Integer.MAX_VALUE
              ? "a whole number of at least " + least
              : "a whole number from " + least + " to " + most);
    }
    return node.intValue();
  }

  boolean flag(String key, boolean otherwise) {
    JsonNode node = take(key);
    if (node == null) {
      return otherwise;
    }
    if (!node.isBoolean()) {
      throw wrong(key, node, "true or false");
    }
    return node.booleanValue();
  }

  long size(String key, long otherwise) {
    return parsed(key, otherwise, Quantities::size, "a size such as 256 MiB");
  }

  /** A size of less than 2 GiB. */
  int smallSize(String key, int otherwise) {
    return parsed(
        key,
        otherwise,
        text -> Math.toIntExact(Quantities.size(text)),
        "a size below 2 GiB such as 256 KiB");
  }

  Duration duration(String key, Duration otherwise) {
    return parsed(key, otherwise, Quantities::duration, "a duration such as 90 s or 15 min");
  }

  <E extends Enum<E>> E constant(String key, Class<E> type, E otherwise) {
    List<String> names = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      names.add(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    return parsed(
        key,
        otherwise,
        text -> type.getEnumConstants()[names.indexOf(text)],
        "one of " + String.join(", ", names));
  }

  private <T> T parsed(String key, T otherwise, Function<String, T> parse, String expected) {
    Optional<String> text = optionalText(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      return parse.apply(text.orElseThrow());
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      throw wrong(key, fields.path(key), expected);
    }
  }

  private LakeException wrong(String key, JsonNode value, String expected) {
    String shown = value.isTextual() ? "'" + value.asText() + "'" : value.toString();
    boolean tooLong = shown.length() > SHOWN;
    return problem(
        key,
        "must be "
            + expected
            + ", and is "
            + (tooLong ? shown.substring(0, SHOWN) + "..." : shown));
  }

  LakeException problem(String key, String problem) {
    return new LakeException(ErrorCode.CONFIG_INVALID, "%s %s", join(key), problem);
  }

  private @Nullable JsonNode take(String key) {
    known.add(key);
    JsonNode node = fields.get(key);
    return node == null || node.isNull() ? null : node;
  }

  private void end() {
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      if (!known.contains(field.getKey())) {
        throw problem(field.getKey(), "is no key of lake's configuration" + hint(field.getKey()));
      }
    }
  }

  private String hint(String unknown) {
    return NearestName.of(unknown, known)
        .map(nearest -> ": did you mean " + join(nearest) + "?")
        .orElse(": known here are " + String.join(", ", known));
  }

  private String join(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
