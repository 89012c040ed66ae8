package dev.lake.protocol;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One format that processes exchange: its version, its bound and how its failures are named.
 *
 * @param subject what is written, as messages call it
 * @param unreadable the code of anything wrong with bytes that are read
 * @param tooLarge the code where a value to be written is past the bound
 */
record WireFormat<T>(
    String subject,
    int version,
    int maxBytes,
    ErrorCode unreadable,
    ErrorCode tooLarge,
    BiConsumer<JsonWriter, T> writer,
    Function<JsonObject, T> reader) {

  byte[] write(T value) {
    byte[] bytes = JsonWriter.document(version, value, writer);
    if (bytes.length > maxBytes) {
      throw new LakeException(
          tooLarge,
          "Cannot write %s: %d bytes are over the bound of %d",
          subject,
          bytes.length,
          maxBytes);
    }
    return bytes;
  }

  T read(byte[] bytes) {
    if (bytes.length > maxBytes) {
      throw new LakeException(
          unreadable,
          "Cannot read %s: %d bytes are over the bound of %d",
          subject,
          bytes.length,
          maxBytes);
    }
    try {
      return JsonText.parse(bytes, version).readAll(reader);
    } catch (JsonProblem e) {
      throw new LakeException(unreadable, e, "Cannot read %s: %s", subject, e.getMessage());
    }
  }
}
