package dev.lake.client;

import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** A digest of bytes that come in pieces. */
interface RunningDigest {

  void update(ByteBuffer piece);

  /** The digest of everything so far; called once. */
  Digest result();

  static RunningDigest of(DigestAlgorithm algorithm) {
    return switch (algorithm) {
      case CRC32C -> crc32c();
      case SHA_256 -> sha256();
    };
  }

  private static RunningDigest crc32c() {
    CRC32C state = new CRC32C();
    return new RunningDigest() {
      @Override
      public void update(ByteBuffer piece) {
        state.update(piece);
      }

      @Override
      public Digest result() {
        return new Digest(
            DigestAlgorithm.CRC32C, HexFormat.of().toHexDigits((int) state.getValue()));
      }
    };
  }

  private static RunningDigest sha256() {
    MessageDigest state;
    try {
      state = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    return new RunningDigest() {
      @Override
      public void update(ByteBuffer piece) {
        state.update(piece);
      }

      @Override
      public Digest result() {
        return new Digest(DigestAlgorithm.SHA_256, HexFormat.of().formatHex(state.digest()));
      }
    };
  }
}
