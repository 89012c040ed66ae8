package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetDescription.FragmentDescription;
import dev.lake.lance.dataset.DatasetException.Kind;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;

/**
 * One version of a dataset, held open. Its manifest is in memory: whatever happens at the location
 * later, a scan reads this version's files or fails. Used and closed by one thread.
 */
final class OpenDataset implements AutoCloseable {
  /** Each opening has caches of its own; the library's defaults (6 GiB and 1 GiB) are no bound. */
  private static final long INDEX_CACHE_BYTES = 64L << 20;

  private static final long METADATA_CACHE_BYTES = 64L << 20;

  private final String location;
  private final Dataset dataset;
  private final BufferAllocator allocator;
  private @Nullable List<FragmentMetadata> fragments;

  private OpenDataset(String location, Dataset dataset, BufferAllocator allocator) {
    this.location = location;
    this.dataset = dataset;
    this.allocator = allocator;
  }

  static OpenDataset latest(String location, StorageOptions storage, BufferAllocator allocator) {
    try {
      return open(location, OptionalLong.empty(), storage, allocator);
    } catch (NotFound e) {
      throw missing();
    }
  }

  static OpenDataset at(
      String location, long version, StorageOptions storage, BufferAllocator allocator) {
    try {
      return open(location, OptionalLong.of(version), storage, allocator);
    } catch (NotFound e) {
      latest(location, storage, allocator).close();
      throw new DatasetException(
          Kind.VERSION_GONE,
          "Version %d of the dataset is no longer available.".formatted(version));
    }
  }

  /** Also checks the incarnation. */
  static OpenDataset at(
      String location,
      long version,
      String incarnation,
      StorageOptions storage,
      BufferAllocator allocator) {
    OpenDataset open = at(location, version, storage, allocator);
    try {
      if (!open.incarnation().equals(incarnation)) {
        throw new DatasetException(
            Kind.CHANGED,
            "Another dataset was created at the location: version %d is not the one that was pinned."
                .formatted(version));
      }
      return open;
    } catch (DatasetException e) {
      open.close();
      throw e;
    }
  }

  /** Nothing there; told from other failures before it is known what was asked for. */
  private static final class NotFound extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private static OpenDataset open(
      String location, OptionalLong version, StorageOptions storage, BufferAllocator allocator)
      throws NotFound {
    ReadOptions.Builder options =
        new ReadOptions.Builder()
            .setIndexCacheSizeBytes(INDEX_CACHE_BYTES)
            .setMetadataCacheSizeBytes(METADATA_CACHE_BYTES);
    Map<String, String> store = storage.of(location);
    if (!store.isEmpty()) {
      options.setStorageOptions(store);
    }
    version.ifPresent(options::setVersion);
    Dataset dataset;
    try {
      dataset =
          Dataset.open().allocator(allocator).uri(location).readOptions(options.build()).build();
    } catch (Exception e) { // also checked ones: the library throws them undeclared
      throw notFoundOr(e);
    }
    OpenDataset open = new OpenDataset(location, dataset, allocator);
    if (version.isPresent() && dataset.version() != version.getAsLong()) {
      open.close();
      throw new DatasetException(Kind.UNREADABLE, "The dataset's versions are inconsistent.");
    }
    return open;
  }

  private static DatasetException notFoundOr(Exception failure) throws NotFound {
    if (NativeFailures.notFound(failure)) {
      throw new NotFound();
    }
    return NativeFailures.opening(failure);
  }

  private static DatasetException missing() {
    return new DatasetException(Kind.MISSING, "There is no dataset at the location.");
  }

  Dataset dataset() {
    return dataset;
  }

  long version() {
    return dataset.version();
  }

  /**
   * The identity of this version's content. Not the transaction's UUID: the library aborts the
   * process when it reads a transaction of a kind that its Java part does not know.
   */
  String incarnation() {
    try {
      return ContentDigest.of(dataset.getSchema(), fragments());
    } catch (DatasetException e) {
      throw e;
    } catch (Exception e) { // also checked ones: the library throws them undeclared
      throw NativeFailures.opening(e);
    }
  }

  /** The fragments' metadata, after the checks that make a scan safe. */
  List<FragmentMetadata> safeFragments() {
    List<FragmentMetadata> safe = fragments();
    safe.forEach(FileChecks::check);
    return safe;
  }

  private List<FragmentMetadata> fragments() {
    if (fragments == null) {
      fragments = readFragments();
    }
    return fragments;
  }

  private List<FragmentMetadata> readFragments() {
    try {
      return dataset.getFragments().stream().map(Fragment::metadata).toList();
    } catch (Exception e) { // also checked ones: the library throws them undeclared
      throw NativeFailures.opening(e);
    }
  }

  DatasetDescription describe(String incarnation) {
    List<FragmentDescription> described =
        safeFragments().stream()
            .map(fragment -> new FragmentDescription(fragment.getId(), fragment.getNumRows()))
            .toList();
    long rows = described.stream().mapToLong(FragmentDescription::rows).sum();
    // The library's other schemas show dictionaries as their indices and blobs as bytes; a scan of
    // nothing shows what a scan gives.
    ScanOptions nothing = new ScanOptions.Builder().limit(0).build();
    try (LanceScanner scanner = LanceScanner.create(dataset, nothing, allocator);
        ArrowReader reader = scanner.scanBatches()) {
      return new DatasetDescription(
          location,
          version(),
          incarnation,
          PlainBatches.schema(reader),
          rows,
          described,
          PlainBatches.dictionaryColumns(reader));
    } catch (DatasetException e) {
      throw e;
    } catch (Exception e) { // also checked ones: the library throws them undeclared
      throw unscannable(NativeFailures.opening(e));
    }
  }

  /** The library gives up on a whole dataset for some names: not damage, and worth to be told. */
  private DatasetException unscannable(DatasetException failure) {
    if (failure.kind() != Kind.UNREADABLE) {
      return failure;
    }
    return dataset.getSchema().getFields().stream()
        .map(Field::getName)
        .filter(name -> !ReadableColumns.scannableName(name))
        .findFirst()
        .map(name -> ReadableColumns.refused(name, "has a name that Lance cannot scan"))
        .orElse(failure);
  }

  @Override
  public void close() {
    dataset.close();
  }
}
