package dev.lake.lance.source.reader;

import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.split.LanceSplit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;

/**
 * Reads splits one after the other in the task's thread, which also closes the native reader.
 *
 * <p>Splits are queued: Flink may hand over several at once and say "no more" before they are read.
 * A reader ends when its queue is empty and "no more" was said.
 *
 * @param <T> what it emits
 */
public final class LanceReader<T> implements SourceReader<T, LanceSplit> {
  private final ScanSpec spec;
  private final SourceReaderContext context;
  private final BatchEmitter<T> emitter;
  private final Deque<LanceSplit> queue = new ArrayDeque<>();
  private boolean noMoreSplits;
  private CompletableFuture<Void> available = new CompletableFuture<>();

  /**
   * A reader of one task.
   *
   * @param spec the scan
   * @param context Flink's
   * @param emitter turns batches into elements
   */
  public LanceReader(ScanSpec spec, SourceReaderContext context, BatchEmitter<T> emitter) {
    this.spec = spec;
    this.context = context;
    this.emitter = emitter;
  }

  @Override
  public void start() {
    context.sendSplitRequest();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) {
    throw new UnsupportedOperationException(spec + " " + emitter + noMoreSplits);
  }

  @Override
  public List<LanceSplit> snapshotState(long checkpoint) {
    return new ArrayList<>(queue);
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<LanceSplit> splits) {
    queue.addAll(splits);
    available.complete(null);
  }

  @Override
  public void notifyNoMoreSplits() {
    noMoreSplits = true;
    available.complete(null);
  }

  @Override
  public void close() {}
}
