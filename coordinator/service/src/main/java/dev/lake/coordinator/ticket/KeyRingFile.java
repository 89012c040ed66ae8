package dev.lake.coordinator.ticket;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Set;

/**
 * A key ring as a file: {@code {"format-version": 1, "submission-key": base64, "ticket-keys": a
 * Tink keyset}}, in clear, so only its owner may read it.
 */
final class KeyRingFile {
  private static final int VERSION = 1;
  private static final int MAX_BYTES = 64 << 10;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final JsonFactory JSON = new JsonFactory();

  private KeyRingFile() {}

  static void create(Path file, KeyRing ring) {
    if (Files.exists(file)) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, "Key ring %s exists already", file);
    }
    store(file, ring);
  }

  static void store(Path file, KeyRing ring) {
    Path whole = file.toAbsolutePath();
    Path beside = whole.resolveSibling(whole.getFileName() + ".new");
    try {
      Files.deleteIfExists(beside);
      try (FileChannel channel =
          FileChannel.open(
              beside,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(OWNER_ONLY))) {
        ByteBuffer bytes = ByteBuffer.wrap(write(ring));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(beside, whole, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | GeneralSecurityException e) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, e, "Cannot write key ring %s", file);
    }
  }

  static KeyRing load(Path file) {
    try {
      if (Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
        throw new LakeException(
            ErrorCode.CONFIG_INVALID, "Key ring %s is readable by others: chmod 600 it", file);
      }
      if (Files.size(file) > MAX_BYTES) {
        throw unreadable(file);
      }
      return read(file, Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, e, "There is no key ring %s", file);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      // The cause may quote the file.
      throw unreadable(file);
    }
  }

  private static LakeException unreadable(Path file) {
    return new LakeException(
        ErrorCode.CONFIG_INVALID, "%s is not a key ring that this version can read", file);
  }

  private static byte[] write(KeyRing ring) throws IOException, GeneralSecurityException {
    String keyset =
        TinkJsonProtoKeysetFormat.serializeKeyset(
            ring.keys(), RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes, JsonEncoding.UTF8);
        JsonParser keys = JSON.createParser(keyset)) {
      out.writeStartObject();
      out.writeNumberField("format-version", VERSION);
      out.writeBinaryField("submission-key", ring.submissionKey());
      out.writeFieldName("ticket-keys");
      keys.nextToken();
      out.copyCurrentStructure(keys);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static KeyRing read(Path file, byte[] bytes)
      throws IOException, GeneralSecurityException {
    try (JsonParser in = JSON.createParser(bytes)) {
      in.nextToken();
      expect(file, "format-version".equals(in.nextFieldName()));
      expect(file, in.nextIntValue(-1) == VERSION);
      expect(file, "submission-key".equals(in.nextFieldName()));
      byte[] submissionKey = Base64.getDecoder().decode(in.nextTextValue());
      expect(file, submissionKey.length == KeyRing.SUBMISSION_KEY_BYTES);
      expect(file, "ticket-keys".equals(in.nextFieldName()));
      expect(file, in.nextToken() == JsonToken.START_OBJECT);
      KeysetHandle keys =
          TinkJsonProtoKeysetFormat.parseKeyset(
              structure(in), RegistryConfiguration.get(), InsecureSecretKeyAccess.get());
      expect(file, in.nextToken() == JsonToken.END_OBJECT && in.nextToken() == null);
      return new KeyRing(keys, submissionKey);
    }
  }

  private static String structure(JsonParser in) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      out.copyCurrentStructure(in);
    }
    return text.toString();
  }

  private static void expect(Path file, boolean holds) {
    if (!holds) {
      throw unreadable(file);
    }
  }
}
