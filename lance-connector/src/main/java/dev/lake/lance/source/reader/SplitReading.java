package dev.lake.lance.source.reader;

import dev.lake.lance.dataset.BatchReader;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.DatasetException.Kind;
import dev.lake.lance.dataset.PinnedScan;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.split.LanceSplit;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The split that a reader is in, and the dataset that it holds open for all its splits. */
final class SplitReading<T> implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SplitReading.class);

  /** For the batches of one task: the one in use, and one that is being imported. */
  private static final long MEMORY_BYTES = 256L << 20;

  private final ScanSpec spec;
  private final BatchEmitter<T> emitter;
  private final BufferAllocator allocator;
  private final Counter rowsRead;
  private final Counter batchesRead;
  private boolean outOfMemory;
  private @Nullable PinnedScan scan;
  private @Nullable Progress current;

  /** A split under way. */
  private static final class Progress {
    final LanceSplit split;
    final BatchReader reader;

    /** Rows still to pass over after a restart. */
    long toSkip;

    /** Rows emitted of this split, those before a restart too. */
    long emitted;

    int row;
    int rows;

    Progress(LanceSplit split, BatchReader reader) {
      this.split = split;
      this.reader = reader;
      this.toSkip = split.emitted();
      this.emitted = split.emitted();
    }
  }

  SplitReading(ScanSpec spec, BatchEmitter<T> emitter, MetricGroup metrics) {
    this.spec = spec;
    this.emitter = emitter;
    this.allocator = new RootAllocator(MEMORY_BYTES);
    this.rowsRead = metrics.counter("lanceRowsRead");
    this.batchesRead = metrics.counter("lanceBatchesRead");
  }

  boolean active() {
    return current != null;
  }

  void begin(LanceSplit split) {
    if (scan == null) {
      scan = PinnedScan.open(spec, allocator);
    }
    current = new Progress(split, scan.read(split.range()));
  }

  /** Emits from the batch in hand, or loads the next one; the split's end makes it inactive. */
  void advance(ReaderOutput<T> output) {
    Progress progress = current;
    if (progress == null) {
      return;
    }
    if (progress.row < progress.rows) {
      int next = emitter.emit(progress.row, output);
      progress.emitted += next - progress.row;
      rowsRead.inc(next - progress.row);
      progress.row = next;
      return;
    }
    if (load(progress)) {
      batchesRead.inc();
      begin(progress);
      return;
    }
    current = null;
    progress.reader.close();
  }

  private boolean load(Progress progress) {
    try {
      return progress.reader.next();
    } catch (DatasetException e) {
      outOfMemory = e.kind() == Kind.TOO_LARGE;
      throw e;
    }
  }

  private void begin(Progress progress) {
    progress.rows = progress.reader.root().getRowCount();
    int skipped = (int) Math.min(progress.toSkip, progress.rows);
    progress.toSkip -= skipped;
    progress.row = skipped;
    emitter.begin(progress.reader.root());
  }

  /** What is left of the split under way. */
  Optional<LanceSplit> remainder() {
    return Optional.ofNullable(current)
        .map(progress -> new LanceSplit(progress.split.range(), progress.emitted));
  }

  @Override
  public void close() {
    try {
      if (current != null) {
        current.reader.close();
        current = null;
      }
    } finally {
      if (scan != null) {
        scan.close();
        scan = null;
      }
      closeAllocator();
    }
  }

  private void closeAllocator() {
    try {
      allocator.close();
    } catch (IllegalStateException e) {
      if (!outOfMemory) {
        throw e;
      }
      // The native import loses some 100 bytes when the bound is hit; the task fails anyway.
      LOG.warn("A scan that hit its memory bound has lost memory: {}", e.getMessage());
    }
  }
}
