package dev.lake.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Changes one key of a JSON object, to make bad input of good. */
final class JsonEdit {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonEdit() {}

  /** The keys of the outermost object. */
  static List<String> keys(byte[] object) {
    List<String> keys = new ArrayList<>();
    edit(object, "", "", keys);
    return keys;
  }

  static byte[] without(byte[] object, String key) {
    return edit(object, key, "", new ArrayList<>());
  }

  static byte[] with(byte[] object, String key, String rawValue) {
    return edit(object, key, rawValue, new ArrayList<>());
  }

  private static byte[] edit(byte[] object, String key, String rawValue, List<String> keys) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonParser in = JSON.createParser(object);
        JsonGenerator out = JSON.createGenerator(bytes)) {
      in.nextToken();
      out.writeStartObject();
      for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
        keys.add(name);
        in.nextToken();
        if (!name.equals(key)) {
          out.writeFieldName(name);
          out.copyCurrentStructure(in);
        } else {
          in.skipChildren();
          if (!rawValue.isEmpty()) {
            out.writeFieldName(name);
            out.writeRawValue(rawValue);
          }
        }
      }
      if (!keys.contains(key) && !rawValue.isEmpty()) {
        out.writeFieldName(key);
        out.writeRawValue(rawValue);
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
