package dev.lake.protocol;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/** Writes the fields of a JSON object, in the order of the calls. */
final class JsonWriter {
  private final JsonGenerator generator;

  private JsonWriter(JsonGenerator generator) {
    this.generator = generator;
  }

  /** The text of one format, its version first. */
  static <T> byte[] document(int version, T value, BiConsumer<JsonWriter, T> write) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = JsonText.FACTORY.createGenerator(bytes)) {
      JsonWriter writer = new JsonWriter(generator);
      generator.writeStartObject();
      writer.number(JsonText.FORMAT_VERSION, version);
      write.accept(writer, value);
      generator.writeEndObject();
    } catch (IOException e) {
      throw unexpected(e);
    }
    return bytes.toByteArray();
  }

  JsonWriter text(String key, String value) {
    return step(() -> generator.writeStringField(key, value));
  }

  JsonWriter number(String key, long value) {
    return step(() -> generator.writeNumberField(key, value));
  }

  JsonWriter decimal(String key, double value) {
    return step(() -> generator.writeNumberField(key, value));
  }

  JsonWriter flag(String key, boolean value) {
    return step(() -> generator.writeBooleanField(key, value));
  }

  JsonWriter bytes(String key, byte[] value) {
    return step(() -> generator.writeBinaryField(key, value));
  }

  JsonWriter instant(String key, Instant value) {
    return text(key, value.toString());
  }

  JsonWriter duration(String key, Duration value) {
    return text(key, value.toString());
  }

  JsonWriter constant(String key, Enum<?> value) {
    return text(key, JsonObject.kebab(value));
  }

  <T> JsonWriter object(String key, T value, BiConsumer<JsonWriter, T> write) {
    step(() -> generator.writeObjectFieldStart(key));
    write.accept(this, value);
    return step(generator::writeEndObject);
  }

  <T> JsonWriter list(String key, List<T> values, BiConsumer<JsonWriter, T> write) {
    step(() -> generator.writeArrayFieldStart(key));
    for (T value : values) {
      step(generator::writeStartObject);
      write.accept(this, value);
      step(generator::writeEndObject);
    }
    return step(generator::writeEndArray);
  }

  /** Writes nothing where there is no value. */
  <T> JsonWriter optional(String key, Optional<T> value, Field<T> write) {
    value.ifPresent(present -> write.apply(this, key, present));
    return this;
  }

  JsonWriter optional(String key, OptionalLong value) {
    value.ifPresent(present -> number(key, present));
    return this;
  }

  private JsonWriter step(Step step) {
    try {
      step.run();
      return this;
    } catch (IOException e) {
      throw unexpected(e);
    }
  }

  private static UncheckedIOException unexpected(IOException e) {
    return new UncheckedIOException("bytes in memory failed to be written", e);
  }

  /** How a field of some type is written. */
  @FunctionalInterface
  interface Field<T> {
    JsonWriter apply(JsonWriter writer, String key, T value);
  }

  private interface Step {
    void run() throws IOException;
  }
}
