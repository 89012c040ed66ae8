package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.cluster.ClusterJob;
import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what the cluster runs with what it should run. The cluster is asked off the leader's
 * thread.
 */
final class Jobs {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

  private final Term term;
  private final ClusterGateway cluster;
  private final Attempts attempts;
  private final Work work;
  private final Runner runner;
  private final Clock clock;
  private final Executor executor;
  private final LeaderConfig config;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final AtomicBoolean blind = new AtomicBoolean();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Optional<Look>> latest = new AtomicReference<>(Optional.empty());
  private final Map<QueryId, Instant> progressed = new HashMap<>();
  private Instant nextLook = Instant.MIN;

  /** What the cluster answered to a question asked at that moment. */
  private record Look(long moment, List<ClusterJob> jobs) {}

  Jobs(
      Term term,
      LeaderServices services,
      Attempts attempts,
      Work work,
      Runner runner,
      LeaderConfig config) {
    this.term = term;
    this.cluster = services.cluster();
    this.clock = services.clock();
    this.executor = services.work();
    this.attempts = attempts;
    this.work = work;
    this.runner = runner;
    this.config = config;
  }

  /** Acts on the last answer, and asks again when it is time. */
  void step(View view) {
    latest.getAndSet(Optional.empty()).ifPresent(look -> act(view, look));
    Instant now = clock.instant();
    if (now.isBefore(nextLook) || !looking.compareAndSet(false, true)) {
      return;
    }
    nextLook = now.plus(config.reconcileEvery());
    try {
      executor.execute(this::look);
    } catch (RejectedExecutionException e) {
      looking.set(false);
    }
  }

  private void look() {
    try {
      long moment = attempts.moment();
      List<ClusterJob> jobs = cluster.jobs();
      cancelStrays(jobs);
      latest.set(Optional.of(new Look(moment, jobs)));
      blind.set(false);
    } catch (RuntimeException e) {
      // No answer is no evidence: nothing counts as lost.
      if (!blind.getAndSet(true)) {
        LOG.warn("Cannot compare jobs with queries, trying again: {}", e.toString());
      }
    } finally {
      looking.set(false);
    }
  }

  /** Cancels each job that is not the present attempt of a RUNNING query. */
  private void cancelStrays(List<ClusterJob> jobs) {
    List<ClusterJob> active =
        jobs.stream().filter(job -> job.state() == ClusterJob.State.ACTIVE).toList();
    cancelled.retainAll(active.stream().map(ClusterJob::id).toList());
    if (active.isEmpty() || term.fenced(term.records()::confirm) != WriteOutcome.APPLIED) {
      return;
    }
    for (ClusterJob job : active) {
      // The records are read after the jobs were listed and the epoch was checked: a job that this
      // or a later leader
      // announced meanwhile is either not in the list, or its record is seen here.
      boolean current =
          term.records().read(job.query()).filter(stored -> current(stored, job)).isPresent();
      if (!current && term.active()) {
        cancel(job);
      }
    }
  }

  private void cancel(ClusterJob job) {
    if (cancelled.add(job.id())) {
      LOG.info("Cancelling attempt {} of query {}: it is not wanted", job.attempt(), job.query());
    }
    cluster.cancel(job.id());
  }

  private static boolean current(StoredQuery stored, ClusterJob job) {
    QueryRecord record = stored.record();
    return record.state() == QueryState.RUNNING && record.attempt() == job.attempt();
  }

  private void act(View view, Look look) {
    Map<String, ClusterJob> byId = new HashMap<>();
    look.jobs().forEach(job -> byId.put(job.id(), job));
    List<StoredQuery> running = view.live(QueryState.RUNNING);
    progressed.keySet().retainAll(running.stream().map(stored -> stored.record().id()).toList());
    for (StoredQuery stored : running) {
      QueryRecord record = stored.record();
      if (!work.idle(record.id()) || !attempts.covers(look.moment(), record)) {
        continue;
      }
      ClusterJob job = byId.get(cluster.jobId(record.id(), record.attempt()));
      if (job != null) {
        found(stored, job);
      } else if (attempts.unsubmitted(record)) {
        work.start(record.id(), "submit", () -> runner.resubmit(record.id()));
      } else {
        conclude(record, Optional.empty());
      }
    }
  }

  private void found(StoredQuery stored, ClusterJob job) {
    switch (job.state()) {
      case ACTIVE -> progress(stored, job.progress());
      case FINISHED, CANCELLED -> conclude(stored.record(), Optional.empty());
      case FAILED -> conclude(stored.record(), Optional.of(job));
    }
  }

  private void conclude(QueryRecord record, Optional<ClusterJob> failed) {
    work.start(
        record.id(),
        "conclude",
        () -> runner.conclude(record.id(), record.attempt(), failed.flatMap(ClusterJob::failure)));
  }

  private void progress(StoredQuery stored, Progress progress) {
    QueryRecord record = stored.record();
    Instant now = clock.instant();
    Instant last = progressed.getOrDefault(record.id(), Instant.MIN);
    if (progress.equals(record.progress()) || now.isBefore(last.plus(config.publishEvery()))) {
      return;
    }
    progressed.put(record.id(), now);
    work.start(
        record.id(),
        "note the progress of",
        () -> term.write(stored, record.progressed(progress, term.nonce())));
  }
}
