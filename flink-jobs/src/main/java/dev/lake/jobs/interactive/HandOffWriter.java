package dev.lake.jobs.interactive;

import java.io.IOException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Hands what a job writes to the statement's consumer, full batches at once and the rest after a
 * short while. Waits, in the task's thread, while the consumer has no room; cancelling the job
 * interrupts that.
 *
 * @param <T> what the job writes
 */
abstract class HandOffWriter<T> implements SinkWriter<T> {

  private final HandOff target;
  private final BatchShaper shaper;
  private final ProcessingTimeService time;
  private long rows;
  private boolean timerSet;

  HandOffWriter(HandOff target, WriterInitContext context) {
    this.target = target;
    shaper = target.shaper();
    time = context.getProcessingTimeService();
    target.channel().enter();
    if (context.getTaskInfo().getAttemptNumber() > 0) {
      throw new IllegalStateException("An interactive statement is never run again");
    }
  }

  /** Moves what was collected here into the shaper. */
  abstract void collect();

  final HandOff target() {
    return target;
  }

  final BatchShaper shaper() {
    return shaper;
  }

  final void counted(int more) {
    rows += more;
  }

  /** Sees to it that rows leave soon, though none may follow. */
  final void flushSoon() {
    if (!timerSet) {
      timerSet = true;
      long at = time.getCurrentProcessingTime() + target.config().flushAfter().toMillis();
      var unused =
          time.registerTimer(
              at,
              due -> {
                timerSet = false;
                flushNow();
              });
    }
  }

  final void flushNow() throws InterruptedException {
    collect();
    shaper.flush();
    giveAway();
  }

  final void giveAway() throws InterruptedException {
    for (VectorSchemaRoot batch = shaper.next(); batch != null; batch = shaper.next()) {
      target.channel().putWhenRoom(batch);
    }
  }

  @Override
  public final void flush(boolean endOfInput) throws IOException, InterruptedException {
    flushNow();
    if (endOfInput) {
      target.channel().written(rows);
    }
  }

  @Override
  public void close() {
    shaper.close();
    target.channel().leave();
  }
}
