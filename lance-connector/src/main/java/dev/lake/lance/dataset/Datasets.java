package dev.lake.lance.dataset;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Descriptions of datasets. Nothing of a dataset stays open between calls. Thread-safe; callers
 * finish their calls before they close it.
 *
 * <p>Every call opens the dataset (about 1 ms locally, 20-40 ms in S3) and reads its incarnation,
 * so that a version that is gone or was replaced is noticed; only what cannot change for one
 * incarnation of one version is cached.
 */
public final class Datasets implements AutoCloseable {
  /** Schemas and fragment lists pass through this memory, no rows. */
  private static final long MEMORY_BYTES = 64L << 20;

  private final StorageOptions storage;
  private final BufferAllocator allocator;
  private final Map<Key, DatasetDescription> cache;

  private record Key(String location, long version, String incarnation) {}

  /**
   * Over some storage.
   *
   * @param storage options for each location
   * @param cacheSize descriptions kept, from 1
   */
  public Datasets(StorageOptions storage, int cacheSize) {
    if (cacheSize < 1) {
      throw new IllegalArgumentException("The cache keeps at least one description.");
    }
    this.storage = storage;
    this.allocator = new RootAllocator(MEMORY_BYTES);
    this.cache = new LeastRecentlyUsed<>(cacheSize);
  }

  private static final class LeastRecentlyUsed<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;
    private final int most;

    LeastRecentlyUsed(int most) {
      super(16, 0.75f, true);
      this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > most;
    }
  }

  /**
   * The newest version.
   *
   * @throws DatasetException MISSING if there is no dataset; or if it must not be scanned
   */
  public DatasetDescription latest(String location) {
    try (OpenDataset open = OpenDataset.latest(location, storage, allocator)) {
      return describe(location, open);
    }
  }

  /**
   * A version, whatever incarnation it has now.
   *
   * @throws DatasetException VERSION_GONE if there is no such version; or if it must not be scanned
   */
  public DatasetDescription at(String location, long version) {
    try (OpenDataset open = OpenDataset.at(location, version, storage, allocator)) {
      return describe(location, open);
    }
  }

  /**
   * A version of a known incarnation.
   *
   * @throws DatasetException CHANGED if the version has another incarnation now; VERSION_GONE if
   *     there is no such version; or if it must not be scanned
   */
  public DatasetDescription at(String location, long version, String incarnation) {
    try (OpenDataset open = OpenDataset.at(location, version, incarnation, storage, allocator)) {
      return describe(location, open);
    }
  }

  /** As {@link #at(String, long, String)}, for the check alone. */
  public void verify(String location, long version, String incarnation) {
    OpenDataset.at(location, version, incarnation, storage, allocator).close();
  }

  private DatasetDescription describe(String location, OpenDataset open) {
    String incarnation = open.incarnation();
    Key key = new Key(location, open.version(), incarnation);
    DatasetDescription known = cached(key);
    if (known != null) {
      return known;
    }
    DatasetDescription description = open.describe(incarnation);
    synchronized (cache) {
      cache.put(key, description);
    }
    return description;
  }

  private @Nullable DatasetDescription cached(Key key) {
    synchronized (cache) {
      return cache.get(key);
    }
  }

  @Override
  public void close() {
    allocator.close();
  }
}
