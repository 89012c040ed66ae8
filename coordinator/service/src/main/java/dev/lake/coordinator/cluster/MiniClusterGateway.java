package dev.lake.coordinator.cluster;

import dev.lake.jobs.interactive.MiniFlink;
import dev.lake.jobs.materialize.ExportJob;
import dev.lake.jobs.materialize.ExportRequest;
import dev.lake.jobs.materialize.IpcSchema;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.Statement;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.lance.dataset.Datasets;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Exports on the cluster inside this process, beside the interactive queries. */
public final class MiniClusterGateway implements ClusterGateway {
  private final MiniFlink flink;
  private final StatementParser parser;
  private final SnapshotPlanner planner;
  private final ExpectedRows expected;
  private final MiniClusterSettings settings;

  /** All of it stays the caller's. */
  public MiniClusterGateway(
      MiniFlink flink,
      StatementParser parser,
      SnapshotPlanner planner,
      Datasets datasets,
      MiniClusterSettings settings) {
    this.flink = flink;
    this.parser = parser;
    this.planner = planner;
    this.expected = new ExpectedRows(datasets);
    this.settings = settings;
  }

  @Override
  public SubmitOutcome submit(QuerySpec spec, int attempt) {
    JobID id = ExportJob.jobId(spec.id(), attempt);
    if (known(id)) {
      return SubmitOutcome.ACCEPTED;
    }
    if (active() >= settings.maxJobs()) {
      return SubmitOutcome.NO_SLOTS;
    }
    StreamGraph graph = plan(spec, attempt);
    try {
      await(flink.submit(graph), "submit a job");
    } catch (LakeException e) {
      // Two submissions of one attempt: the cluster took the other.
      if (!known(id)) {
        throw e;
      }
    }
    return SubmitOutcome.ACCEPTED;
  }

  private StreamGraph plan(QuerySpec spec, int attempt) {
    Statement statement = parser.parse(spec.sql(), spec.session().defaultNamespace());
    PlannedQuery planned = planner.plan(statement, spec.snapshots(), spec.session());
    if (!IpcSchema.write(planned.schema()).equals(spec.schema())) {
      // I1: the client was told one schema, with the first poll; another version of lake planned
      // it.
      throw new LakeException(
          ErrorCode.QUERY_FAILED,
          "The query's schema is not the one that was answered at its submission; submit it again");
    }
    ExportRequest request =
        new ExportRequest(
            spec.id(),
            spec.principal().tenant(),
            attempt,
            spec.format(),
            spec.layout(),
            spec.deadline(),
            settings.storeProfile());
    expected.remember(spec.id(), planned);
    String name = new JobName(settings.deployment(), spec.id(), attempt).toString();
    return ExportJob.build(planned, request, name, settings.parallelism());
  }

  @Override
  public List<ClusterJob> jobs() {
    List<ClusterJob> jobs = new ArrayList<>();
    for (MiniFlink.Job job : await(flink.jobs(), "list the jobs")) {
      Optional<JobName> name = JobName.parse(job.name());
      if (name.filter(found -> found.deployment().equals(settings.deployment())).isPresent()) {
        jobs.add(job(job, name.get()));
      }
    }
    return List.copyOf(jobs);
  }

  private ClusterJob job(MiniFlink.Job job, JobName name) {
    ClusterJob.State state = state(job.status());
    Optional<LakeException> failure =
        state == ClusterJob.State.FAILED
            ? await(flink.failure(job.id()), "ask why a job failed")
            : Optional.empty();
    Progress progress =
        state == ClusterJob.State.ACTIVE
            ? progress(name.query(), await(flink.counters(job.id()), "read a job's counters"))
            : Progress.NONE;
    return new ClusterJob(
        job.id().toHexString(), name.query(), name.attempt(), state, failure, progress);
  }

  private Progress progress(QueryId query, Map<String, Long> counters) {
    long rows = counters.getOrDefault("lake-rows", 0L);
    return new Progress(
        rows, counters.getOrDefault("lake-bytes", 0L), expected.fraction(query, rows));
  }

  private static ClusterJob.State state(JobStatus status) {
    return switch (status) {
      case FINISHED -> ClusterJob.State.FINISHED;
      case FAILED -> ClusterJob.State.FAILED;
      case CANCELED -> ClusterJob.State.CANCELLED;
      default -> ClusterJob.State.ACTIVE;
    };
  }

  @Override
  public String jobId(QueryId query, int attempt) {
    return ExportJob.jobId(query, attempt).toHexString();
  }

  @Override
  public void cancel(String jobId) {
    await(flink.cancel(JobID.fromHexString(jobId)), "cancel a job");
  }

  private boolean known(JobID id) {
    return await(flink.status(id), "look for a job").isPresent();
  }

  private long active() {
    return await(flink.jobs(), "list the jobs").stream()
        .filter(job -> JobName.parse(job.name()).isPresent())
        .filter(job -> state(job.status()) == ClusterJob.State.ACTIVE)
        .count();
  }

  private <T> T await(CompletableFuture<T> future, String action) {
    try {
      return future.get(settings.callTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakeException known) {
        throw known;
      }
      throw new LakeException(ErrorCode.UNAVAILABLE, e, "The cluster cannot %s", action);
    } catch (TimeoutException e) {
      throw new LakeException(ErrorCode.UNAVAILABLE, e, "The cluster did not %s in time", action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LakeException(
          ErrorCode.UNAVAILABLE, e, "Interrupted while the cluster was to %s", action);
    }
  }
}
