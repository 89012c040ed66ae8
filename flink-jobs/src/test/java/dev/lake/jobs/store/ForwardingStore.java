package dev.lake.jobs.store;

import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A store that does what another does, for tests that change one thing about it. */
public class ForwardingStore implements ObjectStore {
  private final ObjectStore store;

  public ForwardingStore(ObjectStore store) {
    this.store = store;
  }

  @Override
  public int pieceBytes() {
    return store.pieceBytes();
  }

  @Override
  public int maxPieces() {
    return store.maxPieces();
  }

  @Override
  public CreateOutcome createExclusively(String key, byte[] content) {
    return store.createExclusively(key, content);
  }

  @Override
  public Optional<ObjectInfo> head(String key) {
    return store.head(key);
  }

  @Override
  public Optional<byte[]> read(String key, int maxBytes) {
    return store.read(key, maxBytes);
  }

  @Override
  public Optional<ObjectInput> open(String key, Optional<String> ifMatchEtag, long offset) {
    return store.open(key, ifMatchEtag, offset);
  }

  @Override
  public String startUpload(String key) {
    return store.startUpload(key);
  }

  @Override
  public UploadedPiece uploadPiece(String key, String uploadId, int number, ByteBuffer bytes) {
    return store.uploadPiece(key, uploadId, number, bytes);
  }

  @Override
  public CompleteOutcome completeUpload(
      String key, String uploadId, List<UploadedPiece> pieces, long expectedBytes) {
    return store.completeUpload(key, uploadId, pieces, expectedBytes);
  }

  @Override
  public void abortUpload(String key, String uploadId) {
    store.abortUpload(key, uploadId);
  }

  @Override
  public List<UploadInfo> uploads(String prefix) {
    return store.uploads(prefix);
  }

  @Override
  public ListPage list(String prefix, Optional<String> token) {
    return store.list(prefix, token);
  }

  @Override
  public void delete(Collection<String> keys) {
    store.delete(keys);
  }

  @Override
  public void probe() {
    store.probe();
  }

  @Override
  public void close() {
    store.close();
  }

  /** A local store with small pieces, so that tests need little data. */
  public static LocalObjectStore small(java.nio.file.Path root, int pieceBytes) {
    return new LocalObjectStore(root, pieceBytes);
  }
}
