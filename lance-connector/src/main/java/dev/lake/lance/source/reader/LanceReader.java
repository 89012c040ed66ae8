package dev.lake.lance.source.reader;

import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.split.LanceSplit;
import dev.lake.lance.source.split.Restarts;
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
 * Reads splits one after the other in the task's thread, which therefore also closes the native
 * reader. A poll loads at most one batch, so that the task answers its mailbox between batches.
 *
 * <p>Splits are queued: Flink may hand over several at once and say "no more" before they are read.
 * A reader ends when its queue is empty and "no more" was said.
 *
 * @param <T> what it emits
 */
public final class LanceReader<T> implements SourceReader<T, LanceSplit> {
  private final SourceReaderContext context;
  private final SplitReading<T> reading;
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
    this.context = context;
    this.reading = new SplitReading<>(spec, emitter, context.metricGroup());
  }

  @Override
  public void start() {
    if (queue.isEmpty()) {
      context.sendSplitRequest();
    }
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) {
    try {
      return poll(output);
    } catch (DatasetException e) {
      throw Restarts.of(e);
    }
  }

  private InputStatus poll(ReaderOutput<T> output) {
    if (reading.active()) {
      reading.advance(output);
    } else if (!queue.isEmpty()) {
      reading.begin(queue.remove());
    }
    if (reading.active() || !queue.isEmpty()) {
      return InputStatus.MORE_AVAILABLE;
    }
    if (noMoreSplits) {
      return InputStatus.END_OF_INPUT;
    }
    waitForSplits();
    return InputStatus.NOTHING_AVAILABLE;
  }

  /** Asks once for each time that the queue runs dry. */
  private void waitForSplits() {
    if (available.isDone()) {
      available = new CompletableFuture<>();
      context.sendSplitRequest();
    }
  }

  @Override
  public List<LanceSplit> snapshotState(long checkpoint) {
    List<LanceSplit> splits = new ArrayList<>(queue);
    reading.remainder().ifPresent(split -> splits.add(0, split));
    return splits;
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
  public void close() {
    reading.close();
  }
}
