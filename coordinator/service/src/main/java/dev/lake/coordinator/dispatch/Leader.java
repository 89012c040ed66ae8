package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.expiry.Expiry;
import dev.lake.coordinator.expiry.ExpiryConfig;
import dev.lake.coordinator.expiry.Stopper;
import dev.lake.coordinator.publish.Publisher;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One leader during its term. Everything it knows can be lost at any point: the next leader goes on
 * from the records, the result store and the cluster. {@link #step} must be called by one thread,
 * again and again; it reads and writes records itself and leaves everything slower to the
 * executors.
 */
public final class Leader {
  private static final Logger LOG = LoggerFactory.getLogger(Leader.class);

  /** Positions further back are not told. */
  private static final int POSITIONS = 100;

  /** Between two looks at whether a stopped job is gone. */
  private static final Duration STOP_LOOK = Duration.ofMillis(200);

  private final Term term;
  private final LeaderConfig config;
  private final Clock clock;
  private final View view;
  private final Work work;
  private final Attempts attempts = new Attempts();
  private final FairOrder order;
  private final Publisher publisher;
  private final Runner runner;
  private final Jobs jobs;
  private final Stopper stopper;
  private final Expiry expiry;
  private final Set<QueryId> dispatching = new HashSet<>();
  private Instant nextPositions = Instant.MIN;
  private Instant nextSweep = Instant.MIN;

  /**
   * @param term closed by the caller
   */
  public Leader(Term term, LeaderServices services, LeaderConfig config) {
    this.term = term;
    this.config = config;
    this.clock = services.clock();
    HeldBytes held = new HeldBytes(config);
    this.view = new View(term.records(), held);
    this.work = new Work(services.work(), clock, config.retryAfter(), services.wake());
    this.order = new FairOrder(config.tenantWeights());
    this.publisher =
        new Publisher(term, services.specs(), services.objects(), services.uploads(), held, clock);
    this.runner = new Runner(term, services, publisher, held, attempts, config.maxAttempts());
    this.jobs = new Jobs(term, services, attempts, work, runner, config);
    this.stopper =
        new Stopper(term, services.objects(), services.cluster(), clock, config.stopTimeout());
    this.expiry =
        new Expiry(
            term,
            services.objects(),
            stopper,
            clock,
            new ExpiryConfig(
                config.retention(), config.grace(), config.tombstone(), config.orphanAge()));
  }

  /** Does what is to be done now; nothing once the term has ended. */
  public void step() {
    if (!term.active()) {
      return;
    }
    Set<QueryId> ended = new HashSet<>(work.takeEnded());
    ended.remove(Expiry.SWEEP);
    view.refresh(ended);
    dispatching.removeAll(ended);
    stopOverdue();
    jobs.step(view);
    takeUp();
    dispatch();
    publishPositions();
    expire();
  }

  private void stopOverdue() {
    Instant now = clock.instant();
    for (StoredQuery stored : view.live()) {
      QueryRecord record = stored.record();
      if (!record.state().canBecome(QueryState.STOPPING)) {
        continue;
      }
      if (!now.isBefore(record.deadline())) {
        LOG.info("Query {} passed its deadline", record.id());
        Failure why =
            Failure.of(
                ErrorCode.DEADLINE_EXCEEDED,
                "The query did not end before its deadline of " + record.deadline());
        term.stop(stored, StopReason.DEADLINE, Optional.of(why));
      } else if (record.state() == QueryState.QUEUED
          && now.isAfter(record.created().plus(config.maxQueued()))) {
        Failure why =
            Failure.of(
                ErrorCode.QUEUE_TIMEOUT,
                "The query was queued for longer than " + config.maxQueued().toSeconds() + " s");
        term.fail(stored, why);
      }
    }
  }

  private void takeUp() {
    for (StoredQuery stored : view.live()) {
      QueryId id = stored.record().id();
      if (stored.record().state() == QueryState.PUBLISHING) {
        work.start(id, "publish", () -> publisher.publish(id));
      } else if (stored.record().state() == QueryState.STOPPING) {
        attempts.forget(id);
        work.start(id, "stop", () -> stop(id));
      }
    }
  }

  private void stop(QueryId id) {
    if (!stopper.stop(id)) {
      work.rest(id, STOP_LOOK);
    }
  }

  private void dispatch() {
    List<QueryRecord> queued = queued();
    dispatching.retainAll(queued.stream().map(QueryRecord::id).toList());
    Map<TenantId, Integer> running = new HashMap<>();
    view.live(QueryState.RUNNING).forEach(stored -> count(running, stored.record()));
    queued.stream()
        .filter(record -> dispatching.contains(record.id()))
        .forEach(record -> count(running, record));
    Map<TenantId, Deque<QueryRecord>> queues =
        FairOrder.byTenant(
            queued.stream()
                .filter(record -> !dispatching.contains(record.id()) && work.idle(record.id()))
                .toList());
    int total = running.values().stream().mapToInt(Integer::intValue).sum();
    while (total < config.maxRunning()) {
      Optional<QueryRecord> next =
          order.next(
              queues, tenant -> running.getOrDefault(tenant, 0) < config.maxRunningPerTenant());
      if (next.isEmpty()) {
        return;
      }
      QueryId id = next.get().id();
      if (!work.start(id, "dispatch", () -> runner.dispatch(id))) {
        return;
      }
      dispatching.add(id);
      count(running, next.get());
      total++;
    }
  }

  private static void count(Map<TenantId, Integer> running, QueryRecord record) {
    running.merge(record.principal().tenant(), 1, Integer::sum);
  }

  private List<QueryRecord> queued() {
    return view.live(QueryState.QUEUED).stream().map(StoredQuery::record).toList();
  }

  private void publishPositions() {
    Instant now = clock.instant();
    if (now.isBefore(nextPositions)) {
      return;
    }
    nextPositions = now.plus(config.publishEvery());
    Map<QueryId, Integer> positions = new HashMap<>();
    Collection<QueryRecord> waiting =
        queued().stream().filter(record -> work.idle(record.id())).toList();
    order
        .preview(waiting, POSITIONS)
        .forEach(record -> positions.put(record.id(), positions.size()));
    for (StoredQuery stored : view.live(QueryState.QUEUED)) {
      Optional<Integer> position = Optional.ofNullable(positions.get(stored.record().id()));
      if (position.isPresent() && !position.equals(stored.record().queuePosition())) {
        QueryRecord moved = stored.record().waiting(position.get(), term.nonce());
        work.start(moved.id(), "note the position of", () -> term.write(stored, moved));
      }
    }
  }

  private void expire() {
    Instant now = clock.instant();
    if (now.isBefore(nextSweep)) {
      return;
    }
    nextSweep = now.plus(config.sweepEvery());
    for (StoredQuery stored : view.ended()) {
      QueryId id = stored.record().id();
      attempts.forget(id);
      if (expiry.due(stored.record())) {
        work.start(id, "expire", () -> expiry.retire(id));
      }
    }
    work.start(Expiry.SWEEP, "sweep", expiry::sweep);
  }
}
