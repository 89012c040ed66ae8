package dev.lake.frontend.app;

import dev.lake.coordinator.Coordinator;
import dev.lake.coordinator.CoordinatorConfig;
import dev.lake.coordinator.CoordinatorServices;
import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.dispatch.Grants;
import dev.lake.coordinator.store.QueryStore;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.store.Submissions;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.app.config.LakeConfig;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.auth.Principals;
import dev.lake.frontend.deferred.DeferredQueries;
import dev.lake.frontend.interactive.StatementPlanning;
import dev.lake.frontend.redeem.PartDoGet;
import dev.lake.frontend.redeem.PartStreams;
import dev.lake.frontend.redeem.PartTickets;
import dev.lake.frontend.redeem.QuerySpecs;
import dev.lake.frontend.status.Statuses;
import dev.lake.jobs.store.ObjectStore;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.curator.framework.CuratorFramework;

/** Materialized results: how they are asked for, made and handed out. */
final class DeferredTier {
  private static final String COORDINATOR = "standalone";
  private static final int WORK_THREADS = 16;
  private static final int WORK_WAITING = 8_192;

  private final LakeConfig config;
  private final Ground ground;
  private final Closing closing;

  /**
   * What this tier shares with the rest of the process.
   *
   * @param results where results are kept
   */
  record Ground(
      CuratorFramework zooKeeper,
      ObjectStore results,
      KeyRing keys,
      Sealer sealer,
      Principals principals,
      Clock clock) {}

  /**
   * What the Flight server needs of this tier.
   *
   * @param queries submits, polls and cancels
   * @param downloads answers DoGet for parts
   */
  record Service(DeferredQueries queries, PartDoGet downloads) {}

  DeferredTier(LakeConfig config, Ground ground, Closing closing) {
    this.config = config;
    this.ground = ground;
    this.closing = closing;
  }

  /** Starts to make results, and returns what hands them out. */
  Service start(ClusterGateway cluster, StatementPlanning planning) {
    QueryStore queries = new QueryStore(ground.zooKeeper(), config.queries());
    SpecStore specs = new SpecStore(ground.results(), ground.sealer());
    coordinate(cluster, specs);
    ScheduledExecutorService timer = closing(AppThreads.timer("lake-poll"));
    ExecutorService work = closing(AppThreads.bounded("lake-deferred", WORK_THREADS, WORK_WAITING));
    QuerySpecs readSpecs = new QuerySpecs(specs);
    DeferredQueries polls =
        new DeferredQueries(
            new DeferredQueries.Services(
                planning,
                new Submissions(specs, queries),
                queries,
                readSpecs,
                ground.results(),
                ground.sealer(),
                ground.keys()::submissionName,
                work,
                timer,
                ground.clock()),
            config.deferred());
    return new Service(polls, new PartDoGet(streams(readSpecs)));
  }

  private PartStreams streams(QuerySpecs specs) {
    ExecutorService pool =
        closing(AppThreads.bounded("lake-part", WORK_THREADS, 4 * config.redeem().streams()));
    return new PartStreams(
        new PartStreams.Services(
            new PartTickets(ground.sealer()),
            specs,
            ground.results(),
            pool,
            ground.clock(),
            Caller::current,
            Statuses::of),
        config.redeem());
  }

  private void coordinate(ClusterGateway cluster, SpecStore specs) {
    CoordinatorConfig defaults = CoordinatorConfig.defaults(COORDINATOR);
    Coordinator coordinator =
        closing.add(
            "coordinator",
            new Coordinator(
                new CoordinatorConfig(
                    COORDINATOR,
                    config.coordinator(),
                    defaults.ioThreads(),
                    defaults.uploadThreads(),
                    defaults.stopTimeout()),
                new CoordinatorServices(
                    ground.zooKeeper(),
                    ground.results(),
                    specs,
                    cluster,
                    grants(),
                    ground.clock())));
    coordinator.start();
  }

  private <T extends ExecutorService> T closing(T threads) {
    closing.add("threads of the deferred tier", AppThreads.closing(threads));
    return threads;
  }

  private Grants grants() {
    return (principal, table) ->
        ground.principals().byPrincipal(principal).map(who -> who.mayRead(table)).orElse(false);
  }
}
