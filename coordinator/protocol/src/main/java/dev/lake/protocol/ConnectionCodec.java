package dev.lake.protocol;

import java.net.URI;
import java.nio.file.Path;

/** The text of {@code connection.json}; it holds tokens, so only its owner may read the file. */
public final class ConnectionCodec {
  private static final int MAX_BYTES = 16 << 10;

  private static final WireFormat<Connection> FORMAT =
      new WireFormat<>(
          "connection file",
          1,
          MAX_BYTES,
          ErrorCode.CONFIG_INVALID,
          ErrorCode.CONFIG_INVALID,
          ConnectionCodec::fields,
          ConnectionCodec::connection);

  private ConnectionCodec() {}

  public static byte[] write(Connection connection) {
    return FORMAT.write(connection);
  }

  /**
   * The connection of the bytes.
   *
   * @throws LakeException CONFIG_INVALID for anything but what {@link #write} made, naming the key
   */
  public static Connection read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, Connection connection) {
    out.text("uri", connection.uri().toString())
        .optional("tls-ca", connection.tlsCa().map(Path::toString), JsonWriter::text)
        .text("token", connection.token())
        .optional("admin-token", connection.adminToken(), JsonWriter::text);
  }

  private static Connection connection(JsonObject in) {
    return new Connection(
        in.parsed("uri", URI::create, "a URI"),
        in.optional("tls-ca", JsonObject::text).map(Path::of),
        in.text("token"),
        in.optional("admin-token", JsonObject::text));
  }
}
