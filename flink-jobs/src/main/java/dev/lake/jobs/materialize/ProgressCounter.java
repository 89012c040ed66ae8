package dev.lake.jobs.materialize;

import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.jspecify.annotations.Nullable;

/**
 * Passes elements on and reports the writer's figures as the accumulators {@code lake-rows} and
 * {@code lake-bytes}. They are as of the element before, and exact at the end.
 *
 * @param <T> what passes
 */
final class ProgressCounter<T> extends RichMapFunction<T, T> {
  static final String ROWS = "lake-rows";
  static final String BYTES = "lake-bytes";
  private static final long serialVersionUID = 1L;
  private static final int EVERY = 64;

  private final LongCounter rows = new LongCounter();
  private final LongCounter bytes = new LongCounter();
  private transient @Nullable ExportProgress progress;
  private transient int passed;

  @Override
  public void open(OpenContext context) {
    RuntimeContext runtime = getRuntimeContext();
    runtime.addAccumulator(ROWS, rows);
    runtime.addAccumulator(BYTES, bytes);
    progress = ExportProgress.of(runtime.getJobInfo().getJobId(), runtime.getTaskInfo());
  }

  @Override
  public T map(T element) {
    if (++passed % EVERY == 0) {
      report();
    }
    return element;
  }

  @Override
  public void close() {
    report();
  }

  private void report() {
    ExportProgress now = progress;
    if (now != null) {
      rows.add(now.rows() - rows.getLocalValuePrimitive());
      bytes.add(now.bytes() - bytes.getLocalValuePrimitive());
    }
  }
}
