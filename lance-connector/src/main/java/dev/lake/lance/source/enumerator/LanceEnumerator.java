package dev.lake.lance.source.enumerator;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.lance.source.split.LanceSplit;
import dev.lake.lance.source.split.Restarts;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SupportsBatchSnapshot;
import org.apache.flink.util.FlinkRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * Divides a scan once and hands its splits out as readers ask, in scan order. Runs in Flink's
 * coordinator thread; only the dataset is opened elsewhere.
 */
public final class LanceEnumerator
    implements SplitEnumerator<LanceSplit, PendingSplits>, SupportsBatchSnapshot {
  private final ScanSpec spec;
  private final SplitEnumeratorContext<LanceSplit> context;
  private final Deque<LanceSplit> pending;
  private final Set<Integer> waiting = new LinkedHashSet<>();
  private boolean planned;

  private LanceEnumerator(
      ScanSpec spec, SplitEnumeratorContext<LanceSplit> context, PendingSplits pending) {
    this.spec = spec;
    this.context = context;
    this.planned = pending.planned();
    this.pending = new ArrayDeque<>(pending.splits());
  }

  /** For a scan that was not divided yet. */
  public static LanceEnumerator start(ScanSpec spec, SplitEnumeratorContext<LanceSplit> context) {
    return new LanceEnumerator(spec, context, new PendingSplits(false, List.of()));
  }

  /** Where another enumerator of the same scan was left. */
  public static LanceEnumerator restore(
      ScanSpec spec, SplitEnumeratorContext<LanceSplit> context, PendingSplits pending) {
    return new LanceEnumerator(spec, context, pending);
  }

  @Override
  public void start() {
    if (!planned) {
      int readers = context.currentParallelism();
      context.callAsync(() -> SplitPlan.of(spec, describe(), readers), this::planned);
    }
  }

  private DatasetDescription describe() {
    try (Datasets datasets = new Datasets(StorageProfiles.get(spec.storageProfile()), 1)) {
      return datasets.at(spec.location(), spec.version(), spec.incarnation());
    }
  }

  private void planned(@Nullable Collection<LanceSplit> splits, @Nullable Throwable failure) {
    if (failure instanceof DatasetException e) {
      throw Restarts.of(e);
    }
    if (splits == null) {
      throw new FlinkRuntimeException("Cannot divide the scan of a dataset.", failure);
    }
    planned = true;
    pending.addAll(splits);
    serveWaiting();
  }

  @Override
  public void handleSplitRequest(int subtask, @Nullable String host) {
    waiting.add(subtask);
    serveWaiting();
  }

  @Override
  public void addSplitsBack(List<LanceSplit> splits, int subtask) {
    for (int i = splits.size() - 1; i >= 0; i--) {
      pending.addFirst(splits.get(i));
    }
    serveWaiting();
  }

  private void serveWaiting() {
    if (!planned) {
      return;
    }
    for (int subtask : List.copyOf(waiting)) {
      waiting.remove(subtask);
      if (context.registeredReaders().containsKey(subtask)) {
        serve(subtask);
      }
    }
  }

  private void serve(int subtask) {
    LanceSplit split = pending.poll();
    if (split == null) {
      context.signalNoMoreSplits(subtask);
      return;
    }
    context.assignSplit(split, subtask);
  }

  @Override
  public void addReader(int subtask) {
    // A reader asks when it starts.
  }

  @Override
  public PendingSplits snapshotState(long checkpoint) {
    return new PendingSplits(planned, List.copyOf(pending));
  }

  @Override
  public void close() {
    // Nothing stays open.
  }
}
