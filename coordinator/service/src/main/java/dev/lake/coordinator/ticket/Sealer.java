package dev.lake.coordinator.ticket;

import com.google.crypto.tink.Aead;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/**
 * Seals what clients carry for us: encrypted and authenticated with AES-256-GCM, bound to one kind
 * and one audience. Expiry is part of what is sealed and checked by whoever opens it. Sealing takes
 * about a microsecond and adds {@value #OVERHEAD} bytes. Thread-safe.
 *
 * <p>Sealed bytes: one byte of version, then Tink's ciphertext, whose prefix names the key. The
 * associated data is the version, the kind's name and the audience.
 */
public final class Sealer {
  /** The version of the sealed form; older and newer forms are refused. */
  static final byte VERSION = 1;

  /** Version, key prefix, nonce and tag. */
  static final int OVERHEAD = 1 + 5 + 12 + 16;

  private final Aead aead;
  private final byte[] audience;

  /**
   * A sealer of one deployment.
   *
   * @param audience names the deployment and its generation; handles of another do not open
   */
  public Sealer(KeyRing keys, String audience) {
    this.aead = keys.aead();
    this.audience = audience.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Seals under the ring's primary key.
   *
   * @throws LakeException STATEMENT_TOO_LARGE (INTERNAL for the short kinds) past the kind's bound
   */
  public byte[] seal(SealKind kind, byte[] plain) {
    if (plain.length + OVERHEAD > kind.maxBytes()) {
      throw new LakeException(
          kind.tooLarge(),
          "Cannot seal %s: %d bytes are over the bound of %d",
          kind.subject(),
          plain.length,
          kind.maxBytes() - OVERHEAD);
    }
    try {
      byte[] sealed = aead.encrypt(plain, associatedData(kind));
      return ByteBuffer.allocate(1 + sealed.length).put(VERSION).put(sealed).array();
    } catch (GeneralSecurityException e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "Cannot seal %s", kind.subject());
    }
  }

  /**
   * Opens what {@link #seal} made with the same kind and audience, under any key of the ring.
   *
   * @throws LakeException TICKET_INVALID for anything else
   */
  public byte[] open(SealKind kind, byte[] sealed) {
    if (sealed.length < OVERHEAD || sealed.length > kind.maxBytes()) {
      throw invalid(kind);
    }
    if (sealed[0] != VERSION) {
      throw new LakeException(
          ErrorCode.TICKET_INVALID,
          "The %s was made by another version of lake; ask for a new one",
          kind.subject());
    }
    try {
      return aead.decrypt(Arrays.copyOfRange(sealed, 1, sealed.length), associatedData(kind));
    } catch (GeneralSecurityException e) {
      // Why it did not open is for nobody to learn, and there is nothing in it to log.
      throw invalid(kind);
    }
  }

  private static LakeException invalid(SealKind kind) {
    return new LakeException(ErrorCode.TICKET_INVALID, "Not a valid %s", kind.subject());
  }

  private byte[] associatedData(SealKind kind) {
    byte[] name = kind.name().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + name.length + audience.length)
        .put(VERSION)
        .put((byte) name.length)
        .put(name)
        .put(audience)
        .array();
  }
}
