package dev.lake.jobs.materialize;

import dev.lake.protocol.SchemaBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A schema as its IPC message with marker and length before it: the first bytes of every part, of
 * FlightInfo and of the manifest.
 */
public final class IpcSchema {
  private IpcSchema() {}

  /** Writes a schema; equal schemas give equal bytes. */
  public static SchemaBytes write(Schema schema) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (WriteChannel out = new WriteChannel(Channels.newChannel(bytes))) {
      MessageSerializer.serialize(out, schema);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return SchemaBytes.of(bytes.toByteArray());
  }

  /**
   * Reads a schema that lake wrote.
   *
   * @throws IllegalArgumentException if the bytes are no schema
   */
  public static Schema read(SchemaBytes bytes) {
    try (ReadChannel in =
        new ReadChannel(Channels.newChannel(new ByteArrayInputStream(bytes.toBytes())))) {
      return MessageSerializer.deserializeSchema(in);
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException("these bytes are no Arrow schema", e);
    }
  }
}
