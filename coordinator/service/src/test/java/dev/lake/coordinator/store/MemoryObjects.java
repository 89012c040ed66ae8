package dev.lake.coordinator.store;

import dev.lake.jobs.store.CompleteOutcome;
import dev.lake.jobs.store.CreateOutcome;
import dev.lake.jobs.store.ListPage;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectInput;
import dev.lake.jobs.store.ObjectKey;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.UploadInfo;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * As much of a result store as the leader uses, in memory: the kill tests need thousands of them.
 */
public final class MemoryObjects implements ObjectStore {
  private static final int PAGE = 100;

  private final Clock clock;
  private final Map<String, Stored> objects = new TreeMap<>();
  private final Map<String, UploadInfo> uploads = new TreeMap<>();
  private final Map<String, Integer> sizes = new TreeMap<>();
  private int numbers;

  private record Stored(ObjectInfo info, ByteBuffer content) {}

  public MemoryObjects(Clock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized CreateOutcome createExclusively(String key, byte[] content) {
    if (objects.containsKey(ObjectKey.checked(key))) {
      return CreateOutcome.EXISTS;
    }
    put(key, content);
    return CreateOutcome.CREATED;
  }

  private ObjectInfo put(String key, byte[] content) {
    ObjectInfo info = new ObjectInfo(key, content.length, "etag-" + ++numbers, clock.instant());
    objects.put(key, new Stored(info, ByteBuffer.wrap(content.clone())));
    return info;
  }

  @Override
  public synchronized Optional<ObjectInfo> head(String key) {
    return Optional.ofNullable(objects.get(key)).map(Stored::info);
  }

  @Override
  public synchronized Optional<byte[]> read(String key, int maxBytes) {
    return Optional.ofNullable(objects.get(key)).map(stored -> stored.content().array().clone());
  }

  @Override
  public Optional<ObjectInput> open(String key, Optional<String> ifMatchEtag, long offset) {
    throw new UnsupportedOperationException("The leader opens no streams");
  }

  @Override
  public synchronized String startUpload(String key) {
    String id = "upload-" + ++numbers;
    uploads.put(id, new UploadInfo(ObjectKey.checked(key), id, clock.instant()));
    return id;
  }

  @Override
  public synchronized UploadedPiece uploadPiece(
      String key, String uploadId, int number, ByteBuffer bytes) {
    sizes.merge(uploadId, bytes.remaining(), Integer::sum);
    return new UploadedPiece(number, "etag-" + ++numbers, bytes.remaining());
  }

  @Override
  public synchronized CompleteOutcome completeUpload(
      String key, String uploadId, List<UploadedPiece> pieces, long expectedBytes) {
    Optional<ObjectInfo> there = head(key);
    UploadInfo upload = uploads.remove(uploadId);
    if (there.isEmpty() && upload == null) {
      return new CompleteOutcome.Lost();
    }
    ObjectInfo info = there.orElseGet(() -> put(key, new byte[sizes.getOrDefault(uploadId, 0)]));
    if (info.size() != expectedBytes) {
      throw new LakeException(ErrorCode.DATA_LOSS, "An object has another size than expected");
    }
    return new CompleteOutcome.Completed(info.etag());
  }

  @Override
  public synchronized void abortUpload(String key, String uploadId) {
    uploads.remove(uploadId);
  }

  @Override
  public synchronized List<UploadInfo> uploads(String prefix) {
    return uploads.values().stream().filter(each -> each.key().startsWith(prefix)).toList();
  }

  @Override
  public synchronized ListPage list(String prefix, Optional<String> token) {
    List<ObjectInfo> found =
        objects.values().stream()
            .map(Stored::info)
            .filter(info -> info.key().startsWith(prefix))
            .filter(info -> token.isEmpty() || info.key().compareTo(token.get()) > 0)
            .limit(PAGE + 1)
            .toList();
    if (found.size() <= PAGE) {
      return new ListPage(found, Optional.empty());
    }
    return new ListPage(found.subList(0, PAGE), Optional.of(found.get(PAGE - 1).key()));
  }

  @Override
  public synchronized void delete(Collection<String> keys) {
    keys.forEach(objects::remove);
  }

  @Override
  public void probe() {}

  @Override
  public void close() {}
}
