package dev.lake.lance.source.enumerator;

import dev.lake.lance.source.split.LanceSplit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.metrics.groups.SplitEnumeratorMetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Flink's side of an enumerator: asynchronous calls wait until the test runs them. */
final class CoordinatorDouble implements SplitEnumeratorContext<LanceSplit> {
  final Map<Integer, ReaderInfo> readers = new HashMap<>();
  final List<String> assigned = new ArrayList<>();
  final List<Integer> ended = new ArrayList<>();
  private final List<Runnable> calls = new ArrayList<>();

  CoordinatorDouble(int parallelism) {
    for (int i = 0; i < parallelism; i++) {
      readers.put(i, new ReaderInfo(i, "here"));
    }
  }

  void runCalls() {
    List<Runnable> due = List.copyOf(calls);
    calls.clear();
    due.forEach(Runnable::run);
  }

  @Override
  public SplitEnumeratorMetricGroup metricGroup() {
    return UnregisteredMetricsGroup.createSplitEnumeratorMetricGroup();
  }

  @Override
  public void sendEventToSourceReader(int subtask, SourceEvent event) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int currentParallelism() {
    return readers.size();
  }

  @Override
  public Map<Integer, ReaderInfo> registeredReaders() {
    return readers;
  }

  @Override
  public void assignSplits(SplitsAssignment<LanceSplit> assignment) {
    assignment
        .assignment()
        .forEach((reader, splits) -> splits.forEach(s -> assigned.add(reader + ":" + s)));
  }

  @Override
  public void signalNoMoreSplits(int subtask) {
    ended.add(subtask);
  }

  @Override
  public <T> void callAsync(Callable<T> call, BiConsumer<T, Throwable> handler) {
    calls.add(
        () -> {
          T result = null;
          Throwable failure = null;
          try {
            result = call.call();
          } catch (Exception e) {
            failure = e;
          }
          handler.accept(result, failure);
        });
  }

  @Override
  public <T> void callAsync(
      Callable<T> call, BiConsumer<T, Throwable> handler, long delay, long period) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void runInCoordinatorThread(Runnable call) {
    call.run();
  }
}
