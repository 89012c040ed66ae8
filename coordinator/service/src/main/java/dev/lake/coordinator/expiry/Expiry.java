package dev.lake.coordinator.expiry;

import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.RecordStore;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.Tombstone;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the life of ended queries: objects and uploads go, then the record, of which a tombstone
 * stays for a while. Calls block. {@link #sweep} does a bounded piece of the rest each time: marks
 * of unfinished clean-ups, tombstones, submission ids, folders without a record.
 */
public final class Expiry {
  /** Stands for the sweep where a query's id is asked for. */
  public static final QueryId SWEEP = new QueryId("0".repeat(32));

  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  private final Term term;
  private final Prefixes prefixes;
  private final Stopper stopper;
  private final Orphans orphans;
  private final Clock clock;
  private final ExpiryConfig config;
  private int parent;

  /** All but the configuration stays the caller's. */
  public Expiry(Term term, ObjectStore objects, Stopper stopper, Clock clock, ExpiryConfig config) {
    this.term = term;
    this.prefixes = new Prefixes(term, objects);
    this.stopper = stopper;
    this.orphans = new Orphans(term, objects, prefixes, clock, config.orphanAge());
    this.clock = clock;
    this.config = config;
  }

  /** Whether an ended query's time is over. */
  public boolean due(QueryRecord ended) {
    Instant end =
        ended.state() == QueryState.SUCCEEDED
            ? ended.expires().orElseThrow().plus(config.grace())
            : ended.finished().orElseThrow().plus(config.retention());
    return !clock.instant().isBefore(end);
  }

  /** Takes away an ended query whose time is over. Repeatable. */
  public void retire(QueryId id) {
    Optional<StoredQuery> stored = term.records().read(id);
    if (stored.isEmpty()
        || !stored.get().record().state().terminal()
        || !due(stored.get().record())) {
      return;
    }
    TenantId tenant = stored.get().record().principal().tenant();
    prefixes.empty(tenant, id);
    Tombstone tombstone = new Tombstone(id, tenant, clock.instant().plus(config.tombstone()));
    if (term.fenced(() -> term.records().retire(stored.get(), tombstone)) == WriteOutcome.APPLIED) {
      LOG.info("Query {} has expired", id);
    }
  }

  /** Does the next piece of the sweep. */
  public void sweep() {
    for (QueryId id : term.records().cleanups()) {
      stopper.clean(id);
    }
    for (Tombstone tombstone : term.records().tombstones(parent)) {
      boolean empty = prefixes.empty(tombstone.tenant(), tombstone.id());
      if (empty && !clock.instant().isBefore(tombstone.until())) {
        term.fenced(() -> term.records().forget(tombstone));
      }
    }
    int swept = parent;
    term.fenced(() -> term.records().forgetSubmissions(swept));
    orphans.sweepPage();
    parent = (parent + 1) % RecordStore.PARENTS;
  }
}
