package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.lance.FragmentMetadata;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;

/**
 * A scan whose version and incarnation were checked, ready to read any of its shares. Holds the
 * dataset open, so that several shares cost one opening. Used and closed by one thread; its readers
 * may outlive it.
 */
public final class PinnedScan implements AutoCloseable {
  /** Long enough that the openings cost little, short enough to be read out. */
  private static final long SHARE_ROWS = 512 * 1024;

  private final ScanSpec spec;
  private final OpenDataset dataset;
  private final BufferAllocator allocator;
  private final @Nullable String filter;

  private PinnedScan(
      ScanSpec spec, OpenDataset dataset, BufferAllocator allocator, @Nullable String filter) {
    this.spec = spec;
    this.dataset = dataset;
    this.allocator = allocator;
    this.filter = filter;
  }

  /**
   * Opens and checks.
   *
   * @param spec what to scan
   * @param allocator holds the batches; its limit bounds them; stays the caller's
   * @throws DatasetException as {@link Datasets#at(String, long, String)}, or BAD_FILTER, or
   *     UNSUPPORTED_FEATURE where a column cannot be scanned
   */
  public static PinnedScan open(ScanSpec spec, BufferAllocator allocator) {
    String filter = spec.filter() == null ? null : FilterText.of(spec.filter());
    OpenDataset dataset = open(spec, allocator, StorageProfiles.get(spec.storageProfile()));
    try {
      dataset.safeFragments();
      ReadableColumns.requireReadable(dataset.dataset().getSchema(), spec.columns());
      return new PinnedScan(spec, dataset, allocator, filter);
    } catch (DatasetException e) {
      dataset.close();
      throw e;
    }
  }

  private static OpenDataset open(
      ScanSpec spec, BufferAllocator allocator, StorageOptions storage) {
    return OpenDataset.at(spec.location(), spec.version(), spec.incarnation(), storage, allocator);
  }

  /** Shares that follow each other and make up the whole scan; at least one. */
  List<ScanRange> shares() {
    if (filter != null && spec.limit() != ScanSpec.NO_LIMIT) {
      return List.of(ScanRange.WHOLE);
    }
    List<ScanRange> shares = new ArrayList<>();
    long left = spec.limit() == ScanSpec.NO_LIMIT ? Long.MAX_VALUE : spec.limit();
    for (FragmentMetadata fragment : dataset.safeFragments()) {
      if (filter != null) {
        shares.add(ScanRange.fragment(fragment.getId()));
        continue;
      }
      long rows = Math.min(fragment.getNumRows(), left);
      left -= rows;
      for (long from = 0; from < rows; from += SHARE_ROWS) {
        shares.add(new ScanRange(fragment.getId(), from, Math.min(SHARE_ROWS, rows - from)));
      }
    }
    return shares.isEmpty() ? List.of(ScanRange.WHOLE) : shares;
  }

  /**
   * Starts to read a share.
   *
   * @param range the share; with a filter, of whole fragments
   * @throws DatasetException BAD_FILTER, UNSUPPORTED_FEATURE, UNREADABLE
   */
  public BatchReader read(ScanRange range) {
    LanceScanner scanner;
    try {
      scanner = LanceScanner.create(dataset.dataset(), options(range), allocator);
    } catch (Exception e) { // also checked ones: the library throws them undeclared
      throw NativeFailures.starting(e, filter != null);
    }
    ArrowReader reader = null;
    try {
      reader = scanner.scanBatches();
      PlainBatches batches = new PlainBatches(reader, allocator);
      // Again: only the reader's own schema shows dictionaries.
      ReadableColumns.requireReadable(batches.schema(), spec.columns());
      return new NativeBatchReader(scanner, batches, this::readFailure);
    } catch (Exception e) {
      DatasetException failure =
          e instanceof DatasetException d ? d : NativeFailures.starting(e, filter != null);
      closeAfter(failure, reader, scanner);
      throw failure;
    }
  }

  private static void closeAfter(
      DatasetException failure, @Nullable AutoCloseable reader, AutoCloseable scanner) {
    try (AutoCloseable afterwards = scanner;
        AutoCloseable first = reader) {
      // Closed in reverse order, each whatever the other does.
    } catch (Exception e) {
      failure.addSuppressed(
          new DatasetException(Kind.UNREADABLE, "The failed scan cannot be closed either."));
    }
  }

  private ScanOptions options(ScanRange range) {
    if (filter != null && (range.offset() != 0 || range.rows() != ScanRange.ALL_ROWS)) {
      throw new IllegalArgumentException("A filtered scan is shared by whole fragments.");
    }
    ScanOptions.Builder options =
        new ScanOptions.Builder().columns(spec.columns()).batchSize(spec.batchRows());
    if (range.fragment() != ScanRange.EVERY_FRAGMENT) {
      options.fragmentIds(List.of(range.fragment()));
    }
    if (filter != null) {
      options.filter(filter);
    }
    if (range.offset() > 0) {
      options.offset(range.offset());
    }
    long rows = leastOf(range.rows(), spec.limit());
    if (rows != ScanRange.ALL_ROWS) {
      options.limit(rows);
    }
    return options.build();
  }

  private static long leastOf(long range, long limit) {
    if (range == ScanRange.ALL_ROWS) {
      return limit;
    }
    return limit == ScanSpec.NO_LIMIT ? range : Math.min(range, limit);
  }

  /**
   * A file that is not there says nothing yet: the version may be gone, or replaced, or damaged.
   */
  private DatasetException readFailure(Exception failure) {
    if (!NativeFailures.notFound(failure)) {
      return NativeFailures.reading(failure, spec.version());
    }
    try (OpenDataset again = open(spec, allocator, StorageProfiles.get(spec.storageProfile()))) {
      return new DatasetException(
          Kind.UNREADABLE,
          "Version %d of the dataset is damaged: a file is missing.".formatted(again.version()));
    } catch (DatasetException e) {
      return e.kind() == Kind.MISSING
          ? new DatasetException(
              Kind.VERSION_GONE,
              "Version %d of the dataset is no longer available.".formatted(spec.version()))
          : e;
    }
  }

  @Override
  public void close() {
    dataset.close();
  }
}
