package dev.lake.jobs.interactive;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.accumulators.Accumulator;
import org.apache.flink.runtime.client.DuplicateApplicationSubmissionException;
import org.apache.flink.runtime.client.DuplicateJobSubmissionException;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.messages.FlinkApplicationTerminatedWithoutCancellationException;
import org.apache.flink.runtime.messages.FlinkJobNotFoundException;
import org.apache.flink.runtime.messages.FlinkJobTerminatedWithoutCancellationException;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedThrowable;
import org.apache.flink.util.SerializedValue;
import org.jspecify.annotations.Nullable;

/**
 * One Flink cluster inside this process, for the life of the process: loopback only, random ports,
 * bounded memory of ended jobs. Safe for use by many threads. A future that it returns fails with a
 * {@link LakeException}.
 */
public final class MiniFlink implements AutoCloseable {

  private static final long CLOSE_SECONDS = 30;

  private final MiniCluster cluster;
  private final MiniFlinkConfig config;
  private final SpillGuard spill;

  /**
   * A job that the cluster knows.
   *
   * @param id chosen by whoever submitted it, or by the cluster
   * @param name as given to the plan
   * @param status where it is
   * @param started milliseconds since the epoch
   */
  public record Job(JobID id, String name, JobStatus status, long started) {}

  private MiniFlink(MiniCluster cluster, MiniFlinkConfig config) {
    this.cluster = cluster;
    this.config = config;
    this.spill = new SpillGuard(this, config);
  }

  /** Starts a cluster and waits until it takes jobs. */
  public static MiniFlink start(MiniFlinkConfig config) {
    MiniCluster cluster = new QuietCluster(ClusterSettings.of(config), config);
    try {
      cluster.start();
    } catch (Exception e) {
      throw new LakeException(
          ErrorCode.UNAVAILABLE, e, "The embedded Flink cluster could not be started");
    }
    MiniFlink flink = new MiniFlink(cluster, config);
    flink.spill.start();
    return flink;
  }

  /** How many jobs of parallelism 1 can run at the same time. */
  public int slots() {
    return config.slots();
  }

  /**
   * Submits a job under the id that the graph carries, or under a new one.
   *
   * @return its id, once the cluster has taken it; the same id twice is an INVALID_ARGUMENT
   */
  public CompletableFuture<JobID> submit(StreamGraph graph) {
    if (graph.getOptionalJobId().isEmpty()) {
      graph.setJobId(JobID.generate());
    }
    return asked(() -> cluster.submitJob(graph)).thenApply(submitted -> submitted.getJobID());
  }

  /** Every job that runs, and the ended ones that are still remembered. */
  public CompletableFuture<List<Job>> jobs() {
    return asked(cluster::listJobs)
        .thenApply(
            jobs ->
                jobs.stream()
                    .map(
                        job ->
                            new Job(
                                job.getJobId(),
                                job.getJobName(),
                                job.getJobState(),
                                job.getStartTime()))
                    .toList());
  }

  /** Where a job is; empty if it is not known (any more). */
  public CompletableFuture<Optional<JobStatus>> status(JobID job) {
    return ifKnown(() -> cluster.getJobStatus(job).thenApply(Optional::of), Optional.empty());
  }

  /** Asks a job to stop; done when the request is taken. A job that is not known is no error. */
  public CompletableFuture<Void> cancel(JobID job) {
    return ifKnown(
            () -> cluster.cancelJob(job).thenApply(taken -> Optional.empty()), Optional.empty())
        .thenApply(taken -> null);
  }

  /** Why a job failed; empty if it did not fail, still runs, or is not known. */
  public CompletableFuture<Optional<LakeException>> failure(JobID job) {
    return status(job)
        .thenCompose(
            status ->
                status.filter(JobStatus::isGloballyTerminalState).isPresent()
                    ? end(job).thenApply(MiniFlink::reason)
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  /** The job's long counters (accumulators) as of about a second ago; empty if it is not known. */
  public CompletableFuture<Map<String, Long>> counters(JobID job) {
    return ifKnown(
        () ->
            cluster
                .getExecutionGraph(job)
                .thenApply(graph -> longs(graph.getAccumulatorsSerialized())),
        Map.of());
  }

  /** Completes when the job has ended, with its failure if it has one. */
  CompletableFuture<JobResult> end(JobID job) {
    return asked(() -> cluster.requestJobResult(job));
  }

  /** Why a job did not finish; also a job that was stopped for its spill has a reason. */
  Optional<LakeException> reasonOf(JobResult result) {
    Optional<LakeException> stopped = spill.reason(result.getJobId());
    return stopped.isPresent() ? stopped : reason(result);
  }

  private static Optional<LakeException> reason(JobResult result) {
    Optional<SerializedThrowable> failure = result.getSerializedThrowable();
    return result.isSuccess() ? Optional.empty() : failure.map(JobFailures::of);
  }

  private static Map<String, Long> longs(
      Map<String, SerializedValue<OptionalFailure<Object>>> accumulators) {
    Map<String, Long> longs = new HashMap<>();
    accumulators.forEach(
        (name, value) -> {
          Object number = value(value);
          if (number instanceof Long count) {
            longs.put(name, count);
          }
        });
    return Map.copyOf(longs);
  }

  private static Object value(SerializedValue<OptionalFailure<Object>> serialized) {
    try {
      Object value = serialized.deserializeValue(MiniFlink.class.getClassLoader()).getUnchecked();
      return value instanceof Accumulator<?, ?> accumulator ? accumulator.getLocalValue() : value;
    } catch (Exception e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "A job's counter cannot be read");
    }
  }

  private static <T> CompletableFuture<T> ifKnown(
      Supplier<CompletableFuture<T>> question, T unknown) {
    return asked(question)
        .exceptionallyCompose(
            failure -> {
              Throwable refusal = JobFailures.unwrapped(failure);
              return gone(refusal.getCause())
                  ? CompletableFuture.completedFuture(unknown)
                  : CompletableFuture.failedFuture(refusal);
            });
  }

  private static boolean gone(@Nullable Throwable cause) {
    return cause instanceof FlinkJobNotFoundException
        || cause instanceof FlinkJobTerminatedWithoutCancellationException
        || cause instanceof FlinkApplicationTerminatedWithoutCancellationException;
  }

  private static <T> CompletableFuture<T> asked(Supplier<CompletableFuture<T>> question) {
    try {
      return question.get().exceptionallyCompose(e -> CompletableFuture.failedFuture(refused(e)));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(refused(e));
    }
  }

  private static LakeException refused(Throwable failure) {
    Throwable cause = JobFailures.unwrapped(failure);
    if (cause instanceof LakeException lake) {
      return lake;
    }
    if (cause instanceof DuplicateJobSubmissionException
        || cause instanceof DuplicateApplicationSubmissionException) {
      return new LakeException(
          ErrorCode.INVALID_ARGUMENT, cause, "A job of this id was submitted before");
    }
    return new LakeException(
        ErrorCode.UNAVAILABLE, cause, "The embedded Flink cluster refused a request");
  }

  /** Stops every job and the cluster, and waits for it (at most 30 s). */
  @Override
  public void close() {
    spill.close();
    try {
      cluster.closeAsync().get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new LakeException(
          ErrorCode.INTERNAL,
          e,
          "The embedded Flink cluster did not stop within %d s",
          CLOSE_SECONDS);
    }
  }
}
