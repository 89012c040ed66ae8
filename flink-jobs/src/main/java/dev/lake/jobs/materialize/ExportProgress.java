package dev.lake.jobs.materialize;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.TaskInfo;
import org.jspecify.annotations.Nullable;

/**
 * How far one subtask's writer is. A sink's writer has no accumulators, so the operator before it,
 * in the same task, reads the figures here and reports them.
 */
final class ExportProgress implements AutoCloseable {
  private static final ConcurrentMap<Subtask, ExportProgress> OPEN = new ConcurrentHashMap<>();

  private final Subtask subtask;
  private volatile long rows;
  private volatile long bytes;

  private ExportProgress(Subtask subtask) {
    this.subtask = subtask;
  }

  private record Subtask(JobID job, int index, int attempt) {
    static Subtask of(JobID job, TaskInfo task) {
      return new Subtask(job, task.getIndexOfThisSubtask(), task.getAttemptNumber());
    }
  }

  /** Called by the writer, which closes it. */
  static ExportProgress opened(JobID job, TaskInfo task) {
    Subtask subtask = Subtask.of(job, task);
    ExportProgress progress = new ExportProgress(subtask);
    OPEN.put(subtask, progress);
    return progress;
  }

  /**
   * Called by the counter, once the writer is open. Nothing where Flink does not run both in one
   * task (a source of one subtask before writers of another number, for instance VALUES): progress
   * is an indication, the result does not depend on it.
   */
  static @Nullable ExportProgress of(JobID job, TaskInfo task) {
    return OPEN.get(Subtask.of(job, task));
  }

  void set(long rowsNow, long bytesNow) {
    rows = rowsNow;
    bytes = bytesNow;
  }

  long rows() {
    return rows;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    OPEN.remove(subtask, this);
  }
}
