package dev.lake.frontend.app.local;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.lake.protocol.Connection;
import dev.lake.protocol.ConnectionCodec;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Who may call a standalone lake: a reader with a grant on every table and an administrator, made
 * at the first start. The principals file is the user's to extend; what it lists is read again when
 * it changes.
 *
 * @param principals the file that the server reads
 * @param readerToken of the principal {@code reader}
 * @param adminToken of the principal {@code admin}
 */
public record AccessFiles(Path principals, String readerToken, String adminToken) {
  private static final String TENANT = "local";

  /** Reads both tokens, or makes tokens and principals at the first start. */
  public static AccessFiles ensure(DataDirectory directory) {
    Path tokens = directory.secrets().resolve("tokens");
    Path principals = directory.secrets().resolve("principals.json");
    try {
      if (!Files.exists(tokens)) {
        PrivateFiles.write(tokens, Secrets.token() + "\n" + Secrets.token() + "\n");
      }
      List<String> lines = Files.readAllLines(tokens);
      AccessFiles access = new AccessFiles(principals, lines.get(0), lines.get(1));
      if (!Files.exists(principals)) {
        PrivateFiles.write(principals, access.principalsText());
      }
      return access;
    } catch (IOException e) {
      throw DataDirectory.asLake(directory.root(), e);
    }
  }

  /** Writes the file by which clients find the server. */
  public static void writeConnection(DataDirectory directory, Connection connection) {
    try {
      PrivateFiles.write(
          directory.connectionFile(),
          new String(ConnectionCodec.write(connection), StandardCharsets.UTF_8) + "\n");
    } catch (IOException e) {
      throw DataDirectory.asLake(directory.root(), e);
    }
  }

  private String principalsText() throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartArray();
      principal(json, "reader", readerToken, false);
      principal(json, "admin", adminToken, true);
      json.writeEndArray();
    }
    return text + "\n";
  }

  private static void principal(JsonGenerator json, String name, String token, boolean admin)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("principal", name);
    json.writeStringField("tenant", TENANT);
    json.writeStringField("token-sha256", sha256(token));
    json.writeArrayFieldStart("grants");
    json.writeString("*");
    json.writeEndArray();
    json.writeBooleanField("admin", admin);
    json.writeEndObject();
  }

  private static String sha256(String token) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "AccessFiles[" + principals + "]";
  }
}
