package dev.lake.jobs.materialize;

import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Digests the bytes of one part as they pass. */
sealed interface PartDigest {
  /** Takes the remaining bytes; the buffer's position moves to its limit. */
  void update(ByteBuffer bytes);

  /** The digest of all that was taken; nothing may follow. */
  Digest finish();

  static PartDigest of(DigestAlgorithm algorithm) {
    return switch (algorithm) {
      case CRC32C -> new Crc(new CRC32C());
      case SHA_256 -> new Sha(sha256());
    };
  }

  /** The default: 0.02 s for a GiB. */
  record Crc(CRC32C crc) implements PartDigest {
    @Override
    public void update(ByteBuffer bytes) {
      crc.update(bytes);
    }

    @Override
    public Digest finish() {
      return new Digest(DigestAlgorithm.CRC32C, HexFormat.of().toHexDigits((int) crc.getValue()));
    }
  }

  /** Against tampering too, at 0.67 s for a GiB. */
  record Sha(MessageDigest sha) implements PartDigest {
    @Override
    public void update(ByteBuffer bytes) {
      sha.update(bytes);
    }

    @Override
    public Digest finish() {
      return new Digest(DigestAlgorithm.SHA_256, HexFormat.of().formatHex(sha.digest()));
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
