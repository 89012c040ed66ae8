package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartReceipt;
import dev.lake.protocol.StagedPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;

/**
 * The writer of one subtask: stages what it gets and ends with one receipt, also for nothing. A
 * writer that is closed before that aborts its uploads.
 *
 * @param <T> what the job gives to the sink
 */
abstract class StagingWriter<T> implements CommittingSinkWriter<T, PartReceipt> {
  private final Stage stage;
  private boolean ended;

  StagingWriter(Stage stage) {
    this.stage = stage;
  }

  /** What a subtask stages with. */
  record Stage(ExportRequest request, PartWriter parts, TaskInfo task, ExportProgress progress) {}

  /** Something that may fail as lake's own code does. */
  interface Step {
    void run();
  }

  PartWriter parts() {
    return stage.parts();
  }

  /** Writes out what the writer itself still holds. */
  abstract void drain();

  /** Gives back what the writer itself holds. */
  abstract void release();

  /** Runs a step, reports progress, and turns a failure into what Flink is to see. */
  final void guarded(Step step) {
    try {
      // A join can feed the writer for hours within one call of Flink's, which sees no cancel then.
      if (Thread.currentThread().isInterrupted()) {
        throw PieceBuffers.interrupted();
      }
      step.run();
    } catch (LakeException e) {
      throw JobFailures.of(e);
    } catch (OutOfMemoryException e) {
      throw JobFailures.of(
          new LakeException(
              ErrorCode.RESULT_TOO_LARGE, e, "A batch of the result needs too much memory"));
    }
    stage.progress().set(parts().rows(), parts().bytes());
  }

  @Override
  public final void flush(boolean endOfInput) {
    if (endOfInput) {
      guarded(this::drain);
      ended = true;
    }
  }

  @Override
  public final Collection<PartReceipt> prepareCommit() {
    if (!ended) {
      return List.of();
    }
    List<StagedPart> staged = new ArrayList<>();
    guarded(() -> staged.addAll(parts().commit()));
    TaskInfo task = stage.task();
    return List.of(
        new PartReceipt(
            task.getIndexOfThisSubtask(),
            task.getNumberOfParallelSubtasks(),
            stage.request().attempt(),
            staged));
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // ends by itself and logs its own failure
  public final void close() {
    try (ExportProgress closing = stage.progress()) {
      parts().discard();
      release();
    }
  }
}
