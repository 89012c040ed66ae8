package dev.lake.coordinator.expiry;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.cluster.ClusterJob;
import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back what a STOPPING query held, and ends it. It ends within a bound even if cluster or
 * store do not answer; the cleanup mark then stays until all is proven gone. Calls block; one per
 * query at a time.
 */
public final class Stopper {
  private static final Logger LOG = LoggerFactory.getLogger(Stopper.class);

  private final Term term;
  private final ClusterGateway cluster;
  private final Prefixes prefixes;
  private final Clock clock;
  private final Duration patience;
  private final Map<QueryId, Instant> since = new ConcurrentHashMap<>();

  /**
   * @param patience how long a query stays STOPPING for the sake of cluster and store
   */
  public Stopper(
      Term term, ObjectStore objects, ClusterGateway cluster, Clock clock, Duration patience) {
    this.term = term;
    this.cluster = cluster;
    this.prefixes = new Prefixes(term, objects);
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * Goes on stopping a query.
   *
   * @return true when nothing is left to do, false to be called again soon
   * @throws LakeException when cluster or store did not answer and there is still time
   */
  public boolean stop(QueryId id) {
    Optional<StoredQuery> stored =
        term.records().read(id).filter(found -> found.record().state() == QueryState.STOPPING);
    if (stored.isEmpty()) {
      since.remove(id);
      return true;
    }
    Instant began = since.computeIfAbsent(id, any -> clock.instant());
    boolean patient = clock.instant().isBefore(began.plus(patience));
    boolean gone = gone(stored.get().record(), patient);
    if (!gone && patient) {
      return false;
    }
    QueryRecord ended = stored.get().record().stopped(clock.instant(), term.nonce());
    if (term.write(stored.get(), ended) != WriteOutcome.APPLIED) {
      return false;
    }
    since.remove(id);
    LOG.info("Query {} is {}", id, ended.state());
    if (gone) {
      term.fenced(() -> term.records().cleaned(id));
    }
    return true;
  }

  /** Goes on with what an ended query left, and takes its cleanup mark away once all is gone. */
  public void clean(QueryId id) {
    Optional<StoredQuery> stored = term.records().read(id);
    if (stored.isPresent() && !stored.get().record().state().terminal()) {
      return;
    }
    // Without a record the query has expired, and the sweep of its tombstone empties its folder.
    if (stored.isEmpty() || gone(stored.get().record(), true)) {
      term.fenced(() -> term.records().cleaned(id));
    }
  }

  private boolean gone(QueryRecord record, boolean patient) {
    try {
      return jobsGone(record) && prefixes.empty(record.principal().tenant(), record.id());
    } catch (LakeException e) {
      if (patient) {
        throw e;
      }
      LOG.warn("Query {} ends before all it held is gone: {}", record.id(), e.getMessage());
      return false;
    }
  }

  private boolean jobsGone(QueryRecord record) {
    if (record.attempt() == 0) {
      return true;
    }
    Set<String> ids = new HashSet<>();
    for (int attempt = 1; attempt <= record.attempt(); attempt++) {
      ids.add(cluster.jobId(record.id(), attempt));
    }
    boolean gone = true;
    for (ClusterJob job : cluster.jobs()) {
      if (ids.contains(job.id()) && job.state() == ClusterJob.State.ACTIVE) {
        cluster.cancel(job.id());
        gone = false;
      }
    }
    return gone;
  }
}
