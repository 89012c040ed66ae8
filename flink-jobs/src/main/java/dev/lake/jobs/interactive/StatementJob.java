package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.jspecify.annotations.Nullable;

/**
 * A statement that runs on the cluster: built, submitted, watched to its end, stopped on demand.
 */
final class StatementJob {

  /** Every interactive job's name begins with this. */
  static final String NAME_PREFIX = "lake-interactive/";

  private static final int PARALLELISM = 1;

  private final MiniFlink cluster;
  private final HandOff target;
  private final JobID id = JobID.generate();

  StatementJob(MiniFlink cluster, HandOff target) {
    this.cluster = cluster;
    this.target = target;
  }

  void start(PlannedQuery plan, Executor starters) {
    target.register(id.toHexString());
    target.channel().enter();
    target.channel().producer(() -> {}, this::cancel);
    starters.execute(() -> submit(plan));
  }

  private void submit(PlannedQuery plan) {
    try {
      if (target.channel().stopped()) {
        left();
        return;
      }
      StreamGraph graph = graph(plan);
      graph.setJobId(id);
      Background.watch(
          cluster.submit(graph).whenComplete((taken, failure) -> submitted(failure)),
          "Submitting a statement");
    } catch (RuntimeException | StackOverflowError e) {
      target.channel().fail(JobFailures.of(e));
      left();
    }
  }

  private StreamGraph graph(PlannedQuery plan) {
    String name = NAME_PREFIX + id.toHexString();
    return plan.bareScan().isPresent()
        ? plan.batchesJob(new BatchHandOff(id.toHexString()), name, PARALLELISM)
        : plan.rowsJob(new RowHandOff(id.toHexString()), name, PARALLELISM);
  }

  private void submitted(@Nullable Throwable failure) {
    if (failure != null) {
      target.channel().fail(JobFailures.of(failure));
      left();
      return;
    }
    if (target.channel().stopped()) {
      cancel();
    }
    Background.watch(cluster.end(id).whenComplete(this::ended), "Watching a statement");
  }

  private void ended(@Nullable JobResult result, @Nullable Throwable failure) {
    if (result != null && result.isSuccess()) {
      target.channel().finish();
    } else if (result != null) {
      Optional<LakeException> reason = cluster.reasonOf(result);
      target.channel().fail(reason.orElseGet(StatementJob::stopped));
    } else if (failure != null) {
      target.channel().fail(JobFailures.of(failure));
    }
    left();
  }

  private void cancel() {
    Background.watch(cluster.cancel(id), "Cancelling a statement");
  }

  private static LakeException stopped() {
    return new LakeException(ErrorCode.QUERY_CANCELLED, "The statement was stopped");
  }

  private void left() {
    HandOff.remove(id.toHexString());
    target.channel().leave();
  }
}
