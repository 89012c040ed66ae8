package dev.lake.coordinator.ticket;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secrets of a deployment, shared by all its processes as one file: keys for sealed handles, of
 * which the primary seals and every one opens, and a key that names submissions, which never
 * changes. Immutable and thread-safe.
 *
 * <p>Rotation without a refused handle: {@link #withNewKey} on every process, then {@link
 * #withPrimary} on every process, then, after the longest life of a handle, {@link #withoutKey}.
 */
public final class KeyRing {
  /** The length of a submission id that a client may choose. */
  public static final int MAX_SUBMISSION_ID = 256;

  static final int SUBMISSION_KEY_BYTES = 32;
  private static final String HMAC = "HmacSHA256";

  private final KeysetHandle keys;
  private final Aead aead;
  private final byte[] submissionKey;

  static {
    try {
      AeadConfig.register();
    } catch (GeneralSecurityException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Fails where the keys do not seal. */
  KeyRing(KeysetHandle keys, byte[] submissionKey) throws GeneralSecurityException {
    this.keys = keys;
    this.aead = keys.getPrimitive(RegistryConfiguration.get(), Aead.class);
    this.submissionKey = submissionKey.clone();
  }

  /** A ring of new keys. */
  static KeyRing random() {
    byte[] submissionKey = new byte[SUBMISSION_KEY_BYTES];
    new SecureRandom().nextBytes(submissionKey);
    KeysetHandle.Builder keys =
        KeysetHandle.newBuilder().addEntry(newEntry().withRandomId().makePrimary());
    return of(keys, submissionKey);
  }

  /**
   * Makes a ring of new keys and its file, which only its owner may read.
   *
   * @throws LakeException CONFIG_INVALID where the file exists or cannot be written
   */
  public static KeyRing create(Path file) {
    KeyRing ring = random();
    KeyRingFile.create(file, ring);
    return ring;
  }

  /**
   * Reads a ring.
   *
   * @throws LakeException CONFIG_INVALID where the file is missing, readable by others, or not a
   *     key ring
   */
  public static KeyRing load(Path file) {
    return KeyRingFile.load(file);
  }

  /**
   * Replaces the ring in a file, which is whole at any time.
   *
   * @throws LakeException CONFIG_INVALID where it cannot be written
   */
  public void store(Path file) {
    KeyRingFile.store(file, this);
  }

  /** The ids of the keys that open handles. */
  public List<Integer> keyIds() {
    return IntStream.range(0, keys.size()).mapToObj(at -> keys.getAt(at).getId()).toList();
  }

  /** The id of the key that seals. */
  public int primary() {
    return keys.getPrimary().getId();
  }

  /** This ring with one more key, which opens but does not seal yet; it is the last of the ids. */
  public KeyRing withNewKey() {
    return of(KeysetHandle.newBuilder(keys).addEntry(newEntry().withRandomId()), submissionKey);
  }

  /**
   * This ring with another of its keys sealing.
   *
   * @throws LakeException INVALID_ARGUMENT where it has no such key
   */
  public KeyRing withPrimary(int id) {
    KeysetHandle.Builder changed = KeysetHandle.newBuilder(keys);
    changed.getAt(position(id)).makePrimary();
    return of(changed, submissionKey);
  }

  /**
   * This ring without a key; what it sealed opens no more.
   *
   * @throws LakeException INVALID_ARGUMENT where it has no such key, or the key is the primary
   */
  public KeyRing withoutKey(int id) {
    if (id == primary()) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, "Key %d is the primary; make another the primary first", id);
    }
    return of(KeysetHandle.newBuilder(keys).deleteAt(position(id)), submissionKey);
  }

  private int position(int id) {
    int at = keyIds().indexOf(id);
    if (at < 0) {
      throw new LakeException(ErrorCode.INVALID_ARGUMENT, "The key ring has no key %d", id);
    }
    return at;
  }

  /**
   * The name under which a submission is remembered: 64 hexadecimal digits that differ for any two
   * principals and ids, and say nothing of either.
   *
   * @throws LakeException INVALID_ARGUMENT where the id is empty or longer than {@value
   *     #MAX_SUBMISSION_ID} characters
   */
  public String submissionName(Principal principal, String submissionId) {
    if (submissionId.isEmpty() || submissionId.length() > MAX_SUBMISSION_ID) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, "A submission id has 1 to %d characters", MAX_SUBMISSION_ID);
    }
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(submissionKey, HMAC));
      for (String field : List.of(principal.tenant().value(), principal.name(), submissionId)) {
        byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        mac.update(bytes);
      }
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "This Java has no %s", HMAC);
    }
  }

  Aead aead() {
    return aead;
  }

  KeysetHandle keys() {
    return keys;
  }

  byte[] submissionKey() {
    return submissionKey.clone();
  }

  private static KeysetHandle.Builder.Entry newEntry() {
    return KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM);
  }

  private static KeyRing of(KeysetHandle.Builder keys, byte[] submissionKey) {
    try {
      return new KeyRing(keys.build(), submissionKey);
    } catch (GeneralSecurityException e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "Cannot make the key ring");
    }
  }

  @Override
  public String toString() {
    return "KeyRing" + keyIds();
  }
}
