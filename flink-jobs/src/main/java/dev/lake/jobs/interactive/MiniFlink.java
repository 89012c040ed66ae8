package dev.lake.jobs.interactive;

import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * One Flink cluster inside this process, for the life of the process: loopback only, random ports,
 * bounded memory of ended jobs. Safe for use by many threads. A future that it returns fails with a
 * {@link LakeException}.
 */
public final class MiniFlink implements AutoCloseable {

  /**
   * A job that the cluster knows.
   *
   * @param id chosen by whoever submitted it, or by the cluster
   * @param name as given to the plan
   * @param status where it is
   */
  public record Job(JobID id, String name, JobStatus status) {}

  private MiniFlink() {}

  /** Starts a cluster and waits until it takes jobs. */
  public static MiniFlink start(MiniFlinkConfig config) {
    throw new UnsupportedOperationException();
  }

  /** Runs one small job of each usual shape, so that the first real one finds warm code. */
  public void warmUp(Duration deadline) {
    throw new UnsupportedOperationException();
  }

  /** How many jobs of parallelism 1 can run at the same time. */
  public int slots() {
    throw new UnsupportedOperationException();
  }

  /**
   * Submits a job under the id that the graph carries, or under a new one.
   *
   * @return its id, once the cluster has taken it; the same id twice is an error
   */
  public CompletableFuture<JobID> submit(StreamGraph graph) {
    throw new UnsupportedOperationException();
  }

  /** Every job that runs, and the ended ones that are still remembered. */
  public CompletableFuture<List<Job>> jobs() {
    throw new UnsupportedOperationException();
  }

  /** Where a job is; empty if it is not known (any more). */
  public CompletableFuture<Optional<JobStatus>> status(JobID job) {
    throw new UnsupportedOperationException();
  }

  /** Asks a job to stop; done when the request is taken. A job that is not known is no error. */
  public CompletableFuture<Void> cancel(JobID job) {
    throw new UnsupportedOperationException();
  }

  /** Why a job failed; empty if it did not fail or is not known. */
  public CompletableFuture<Optional<LakeException>> failure(JobID job) {
    throw new UnsupportedOperationException();
  }

  /** The job's long counters (accumulators) as of about a second ago; empty if it is not known. */
  public CompletableFuture<Map<String, Long>> counters(JobID job) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
