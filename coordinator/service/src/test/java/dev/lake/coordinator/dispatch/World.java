package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.MemoryObjects;
import dev.lake.coordinator.store.MemoryRecords;
import dev.lake.coordinator.store.RecordStore;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.store.Specs;
import dev.lake.coordinator.store.StopOutcome;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.Fence;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestCodec;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All that outlives a leader, in memory and in a directory, and leaders that do everything on the
 * test's own thread.
 */
final class World {
  final MutableClock clock = new MutableClock(Specs.NOON);
  final MemoryRecords records = new MemoryRecords(100);
  final ObjectStore objects = new MemoryObjects(clock);
  final FakeCluster cluster;
  private final SpecStore specs;
  private final Sealer sealer;
  private Grants grants = (principal, table) -> true;
  LeaderConfig config = config(100, 100);

  World(KeyRing keys) {
    cluster = new FakeCluster(objects);
    sealer = new Sealer(keys, "test");
    specs = new SpecStore(objects, sealer);
  }

  /** Everything is looked at in every step. */
  static LeaderConfig config(int running, int runningPerTenant) {
    return config(running, runningPerTenant, Duration.ZERO);
  }

  static LeaderConfig config(int running, int runningPerTenant, Duration sweepEvery) {
    LeaderConfig defaults = LeaderConfig.DEFAULTS;
    return new LeaderConfig(
        running,
        runningPerTenant,
        defaults.tenantWeights(),
        defaults.maxQueued(),
        2,
        defaults.maxResultBytes(),
        defaults.maxResultBytesPerTenant(),
        Duration.ZERO,
        Duration.ZERO,
        defaults.stopTimeout(),
        Duration.ZERO,
        defaults.retention(),
        defaults.grace(),
        defaults.tombstone(),
        sweepEvery,
        defaults.orphanAge());
  }

  void grants(Grants now) {
    grants = now;
  }

  QueryId submit(String tenant) {
    QuerySpec spec = Specs.of(tenant, clock.instant());
    specs.write(spec);
    records.submit(spec);
    return spec.id();
  }

  /** A leader that was just elected. */
  Leader elect() {
    return elect(new Killer(0));
  }

  /** A leader whose process ends when the killer says so. */
  Leader elect(Killer killer) {
    return leader(term(killer::through), killer::through);
  }

  /** What stands between a leader and a seam. */
  interface Lens {
    <T> T through(Class<T> seam, T target);
  }

  Term term(Lens lens) {
    Fence fence = records.elect();
    return new Term(fence, lens.through(RecordStore.class, records.records(fence)));
  }

  Leader leader(Term term, Lens lens) {
    ObjectStore seen = lens.through(ObjectStore.class, objects);
    return new Leader(
        term,
        new LeaderServices(
            new SpecStore(seen, sealer),
            seen,
            lens.through(ClusterGateway.class, cluster),
            (principal, table) -> grants.allows(principal, table),
            clock,
            Runnable::run,
            Runnable::run,
            () -> {}),
        config);
  }

  /** Enough steps for everything that needs no time. */
  static void settle(Leader leader) {
    for (int step = 0; step < 6; step++) {
      leader.step();
    }
  }

  QueryRecord record(QueryId id) {
    return records.read(id).orElseThrow();
  }

  StopOutcome cancel(QueryId id) {
    return records.requestStop(id, StopReason.CANCELLED, Optional.empty());
  }

  Optional<Manifest> manifest(String tenant, QueryId id) {
    return objects
        .read(ResultKeys.manifest(new TenantId(tenant), id), 1 << 20)
        .map(ManifestCodec::read);
  }

  /** Visible objects of a query. */
  List<String> keys(String tenant, QueryId id) {
    String prefix = ResultKeys.prefix(new TenantId(tenant), id);
    return objects.list(prefix, Optional.empty()).objects().stream()
        .map(ObjectInfo::key)
        .map(key -> key.substring(prefix.length()))
        .toList();
  }

  int uploads() {
    return objects.uploads("").size();
  }
}
