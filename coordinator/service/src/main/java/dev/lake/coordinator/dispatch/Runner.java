package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.cluster.SubmitOutcome;
import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.publish.Publisher;
import dev.lake.coordinator.publish.StoreRoom;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.TableSnapshot;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one query from QUEUED through its attempts. Each call blocks on the cluster and the store
 * and begins by reading the record.
 */
final class Runner {
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);

  /** Failures that say nothing about the query: another attempt may do better. */
  private static final Set<ErrorCode> PASSING =
      EnumSet.of(
          ErrorCode.UNAVAILABLE,
          ErrorCode.STORE_UNAVAILABLE,
          ErrorCode.SOURCE_UNAVAILABLE,
          ErrorCode.LEADER_DEPOSED,
          ErrorCode.INTERNAL);

  private final Term term;
  private final SpecStore specs;
  private final ClusterGateway cluster;
  private final Grants grants;
  private final Clock clock;
  private final Publisher publisher;
  private final StoreRoom room;
  private final Attempts attempts;
  private final int maxAttempts;

  Runner(
      Term term,
      LeaderServices services,
      Publisher publisher,
      StoreRoom room,
      Attempts attempts,
      int maxAttempts) {
    this.term = term;
    this.specs = services.specs();
    this.cluster = services.cluster();
    this.grants = services.grants();
    this.clock = services.clock();
    this.publisher = publisher;
    this.room = room;
    this.attempts = attempts;
    this.maxAttempts = maxAttempts;
  }

  /** Starts the first attempt of a QUEUED query. */
  void dispatch(QueryId id) {
    Optional<StoredQuery> queued = in(id, QueryState.QUEUED);
    if (queued.isEmpty()) {
      return;
    }
    QueryRecord record = queued.get().record();
    try {
      QuerySpec spec = specs.read(record.principal().tenant(), id);
      checkGrants(spec);
      room.check(record.principal().tenant(), id, 1);
      attempt(queued.get(), spec);
    } catch (LakeException e) {
      failUnlessPassing(id, e);
    }
  }

  /** Submits the present attempt of a RUNNING query again: the cluster is not known to have it. */
  void resubmit(QueryId id) {
    Optional<StoredQuery> running = in(id, QueryState.RUNNING);
    if (running.isEmpty()) {
      return;
    }
    QueryRecord record = running.get().record();
    try {
      submit(specs.read(record.principal().tenant(), id), record.attempt());
    } catch (LakeException e) {
      failUnlessPassing(id, e);
    }
  }

  /** The present attempt's job ended well, or is gone: its commit record decides. */
  void conclude(QueryId id, int attempt, Optional<LakeException> why) {
    Optional<StoredQuery> running =
        in(id, QueryState.RUNNING).filter(stored -> stored.record().attempt() == attempt);
    if (running.isEmpty()) {
      return;
    }
    if (publisher.committed(running.get().record())) {
      publisher.publish(id);
      return;
    }
    why.ifPresent(e -> LOG.info("Attempt {} of query {} failed", attempt, id, e));
    if (why.isPresent() && !PASSING.contains(why.get().code())) {
      fail(running.get(), Failure.of(why.get()));
      return;
    }
    if (attempt >= maxAttempts) {
      fail(running.get(), exhausted(why));
      return;
    }
    LOG.warn("Attempt {} of query {} was lost, starting another", attempt, id);
    try {
      attempt(running.get(), specs.read(running.get().record().principal().tenant(), id));
    } catch (LakeException e) {
      failUnlessPassing(id, e);
    }
  }

  private Failure exhausted(Optional<LakeException> why) {
    return Failure.of(
        why.map(LakeException::code).orElse(ErrorCode.QUERY_FAILED),
        "The query's job was lost "
            + maxAttempts
            + " times"
            + why.map(e -> "; the last time: " + e.getMessage()).orElse(""));
  }

  /** Announces the next attempt before its job can exist, so that no job is ever unknown. */
  private void attempt(StoredQuery before, QuerySpec spec) {
    int next = before.record().attempt() + 1;
    QueryRecord running = before.record().running(next, clock.instant(), term.nonce());
    if (term.write(before, running) != WriteOutcome.APPLIED) {
      return;
    }
    attempts.announced(spec.id(), next);
    submit(spec, next);
  }

  private void submit(QuerySpec spec, int attempt) {
    if (!term.active()) {
      return;
    }
    SubmitOutcome outcome = cluster.submit(spec, attempt);
    if (outcome == SubmitOutcome.ACCEPTED) {
      attempts.accepted(spec.id(), attempt);
      LOG.info("Attempt {} of query {} runs", attempt, spec.id());
    }
  }

  private void checkGrants(QuerySpec spec) {
    for (TableSnapshot table : spec.snapshots().tables()) {
      if (!grants.allows(spec.principal(), table.table())) {
        throw new LakeException(
            ErrorCode.PERMISSION_DENIED,
            "A grant of %s was taken away while the query was queued",
            spec.principal().name());
      }
    }
  }

  private void failUnlessPassing(QueryId id, LakeException e) {
    if (PASSING.contains(e.code())) {
      throw e;
    }
    term.records()
        .read(id)
        .filter(stored -> stored.record().state().canBecome(QueryState.STOPPING))
        .ifPresent(stored -> fail(stored, Failure.of(e)));
  }

  private void fail(StoredQuery stored, Failure failure) {
    LOG.info("Query {} fails: {}", stored.record().id(), failure.code());
    term.fail(stored, failure);
  }

  private Optional<StoredQuery> in(QueryId id, QueryState state) {
    return term.records().read(id).filter(stored -> stored.record().state() == state);
  }
}
