package dev.lake.jobs.store;

import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Objects under one root, each written once as a whole. Keys are as {@link ObjectKey} says; the
 * root itself never appears in them. Thread-safe. Every call blocks and is bounded in time.
 *
 * <p>Failures are {@link dev.lake.protocol.LakeException} with STORE_UNAVAILABLE (try again later),
 * STORE_REJECTED (a setting or a right is wrong) or STORE_FULL, and name neither key, bucket,
 * endpoint nor credential. An interrupt ends a call with STORE_UNAVAILABLE and stays set.
 */
public interface ObjectStore extends AutoCloseable {
  /** Every piece of an upload but its last has exactly this many bytes. */
  default int pieceBytes() {
    return 8 << 20;
  }

  /** Most pieces that one upload may have. */
  default int maxPieces() {
    return 10_000;
  }

  /**
   * Makes an object unless its key is taken. If the answer is lost, the store is read back: an
   * object that this call wrote is CREATED, whoever asks first.
   */
  CreateOutcome createExclusively(String key, byte[] content);

  /** Looks an object up; empty if there is none. */
  Optional<ObjectInfo> head(String key);

  /**
   * Reads a small object as a whole; empty if there is none.
   *
   * @throws dev.lake.protocol.LakeException DATA_LOSS if it is larger than {@code maxBytes}
   */
  Optional<byte[]> read(String key, int maxBytes);

  /** Opens an object at its first byte, otherwise as the other {@code open}. */
  default Optional<ObjectInput> open(String key, Optional<String> ifMatchEtag) {
    return open(key, ifMatchEtag, 0);
  }

  /**
   * Opens an object; empty if there is none. The caller closes it.
   *
   * @param ifMatchEtag if present, only the object with this tag will do
   * @param offset of the first byte that is read, inside the object
   * @throws dev.lake.protocol.LakeException DATA_LOSS if the object has another tag
   */
  Optional<ObjectInput> open(String key, Optional<String> ifMatchEtag, long offset);

  /** Begins an upload, which stays invisible until it is completed, and returns its id. */
  String startUpload(String key);

  /**
   * Stores one piece, or replaces it. The buffer's remaining bytes are read and its position stays.
   *
   * @param number from 1 to {@link #maxPieces()}
   */
  UploadedPiece uploadPiece(String key, String uploadId, int number, ByteBuffer bytes);

  /**
   * Makes an upload's object visible unless its key is taken, and may be repeated: an object of the
   * expected size counts as completed.
   *
   * @param pieces in order, at least one
   * @throws dev.lake.protocol.LakeException DATA_LOSS if the object there has another size
   */
  CompleteOutcome completeUpload(
      String key, String uploadId, List<UploadedPiece> pieces, long expectedBytes);

  /** Drops an upload; one that is not there is no error. Pieces in flight may survive: repeat. */
  void abortUpload(String key, String uploadId);

  /** The open uploads whose key starts with the prefix, at most 10,000. */
  List<UploadInfo> uploads(String prefix);

  /** One page of the visible objects whose key starts with the prefix. */
  ListPage list(String prefix, Optional<String> token);

  /** Deletes objects; one that is not there is no error. */
  void delete(Collection<String> keys);

  /**
   * Tries everything that publication relies on, under {@code _lake/probe/}.
   *
   * @throws dev.lake.protocol.LakeException STORE_REJECTED naming what the store ignores
   */
  void probe();

  @Override
  void close();
}
