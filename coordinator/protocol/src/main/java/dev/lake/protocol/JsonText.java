package dev.lake.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses the text of one format: a single object whose first key is the format's version. */
final class JsonText {
  static final String FORMAT_VERSION = "format-version";
  // Keys are named in messages; no key of ours is longer.
  private static final int MAX_KEY = 64;
  private static final int MAX_DEPTH = 8;
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNameLength(MAX_KEY)
                  .maxNumberLength(32)
                  .maxStringLength(64 << 20)
                  .build())
          // Else a character outside the first plane takes twelve bytes, not four.
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  private final JsonParser parser;

  private JsonText(JsonParser parser) {
    this.parser = parser;
  }

  /** The object without its version, which is checked before anything else is looked at. */
  static JsonObject parse(byte[] text, int version) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new JsonText(parser).document(version);
    } catch (JsonProcessingException e) {
      // The parser's message may quote the text, which may be secret.
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      throw new JsonProblem("", "malformed or cut short at byte " + at);
    } catch (IOException e) {
      throw new UncheckedIOException("bytes in memory failed to be read", e);
    }
  }

  private JsonObject document(int version) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new JsonProblem("", "not a JSON object");
    }
    if (!FORMAT_VERSION.equals(parser.nextFieldName())) {
      throw new JsonProblem(FORMAT_VERSION, "is missing or not the first");
    }
    if (parser.nextToken() != JsonToken.VALUE_NUMBER_INT
        || !parser.getText().equals(Integer.toString(version))) {
      throw new JsonProblem(FORMAT_VERSION, "is not supported; this program reads " + version);
    }
    JsonObject object = new JsonObject("", fields(""));
    if (parser.nextToken() != null) {
      throw new JsonProblem("", "something follows the JSON object");
    }
    return object;
  }

  private Map<String, Object> fields(String path) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
      String at = JsonObject.join(path, key);
      parser.nextToken();
      if (fields.put(key, value(at)) != null) {
        throw new JsonProblem(at, "appears twice");
      }
    }
    return fields;
  }

  private Object value(String path) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> new JsonObject(path, fields(path));
      case START_ARRAY -> elements(path);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> whole(path);
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw new JsonProblem(path, "has no value");
    };
  }

  private long whole(String path) throws IOException {
    if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      throw new JsonProblem(path, "is out of range");
    }
    return parser.getLongValue();
  }

  private List<Object> elements(String path) throws IOException {
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(path + "[" + elements.size() + "]"));
    }
    return elements;
  }
}
