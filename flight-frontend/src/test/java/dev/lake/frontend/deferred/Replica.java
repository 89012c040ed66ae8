package dev.lake.frontend.deferred;

import dev.lake.coordinator.store.QueryLimits;
import dev.lake.coordinator.store.QueryStore;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.store.Submissions;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.auth.Principals;
import dev.lake.frontend.flight.FrontendConfig;
import dev.lake.frontend.flight.FrontendServices;
import dev.lake.frontend.flight.LakeFlightServer;
import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.frontend.interactive.StatementPlanning;
import dev.lake.frontend.metadata.Tables;
import dev.lake.frontend.redeem.PartDoGet;
import dev.lake.frontend.redeem.PartStreams;
import dev.lake.frontend.redeem.PartTickets;
import dev.lake.frontend.redeem.QuerySpecs;
import dev.lake.frontend.redeem.RedeemLimits;
import dev.lake.frontend.status.Statuses;
import dev.lake.jobs.store.ObjectStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;

/** One frontend process's worth, with a session, keys and threads of its own, and its client. */
final class Replica implements AutoCloseable {
  final CuratorFramework zooKeeper;
  final QueryStore queries;
  final SpecStore specs;
  final Sealer sealer;
  final DeferredQueries deferred;
  final FlightClient client;
  final LakeFlightServer server;
  private final ExecutorService work = Executors.newFixedThreadPool(8);
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private boolean stopped;

  /**
   * What replicas share.
   *
   * @param folder holds keys.json and principals.yaml
   */
  record Shared(
      Path folder,
      String zooKeeper,
      ObjectStore results,
      SqlEngine engine,
      Tables tables,
      BufferAllocator memory,
      Clock clock,
      DeferredConfig config) {}

  Replica(Shared shared) {
    zooKeeper = CuratorFrameworkFactory.newClient(shared.zooKeeper(), new RetryNTimes(20, 100));
    zooKeeper.start();
    KeyRing keys = KeyRing.load(shared.folder().resolve("keys.json"));
    sealer = new Sealer(keys, "test");
    queries = new QueryStore(zooKeeper, QueryLimits.DEFAULTS);
    specs = new SpecStore(shared.results(), sealer);
    QuerySpecs readSpecs = new QuerySpecs(specs);
    deferred =
        new DeferredQueries(
            new DeferredQueries.Services(
                new StatementPlanning(shared.engine(), shared.tables(), 64),
                new Submissions(specs, queries),
                queries,
                readSpecs,
                shared.results(),
                sealer,
                keys::submissionName,
                work,
                timer,
                shared.clock()),
            shared.config());
    server =
        LakeFlightServer.start(
            FrontendConfig.defaults(),
            new FrontendServices(
                Principals.load(shared.folder().resolve("principals.yaml"), shared.clock()),
                sealer,
                shared.engine(),
                shared.tables(),
                deferred,
                downloads(shared, readSpecs)::over,
                shared.memory(),
                shared.clock()));
    client =
        FlightClient.builder(shared.memory(), Location.forGrpcInsecure("127.0.0.1", server.port()))
            .build();
  }

  private PartDoGet downloads(Shared shared, QuerySpecs readSpecs) {
    PartStreams.Services services =
        new PartStreams.Services(
            new PartTickets(sealer),
            readSpecs,
            shared.results(),
            work,
            shared.clock(),
            Caller::current,
            Statuses::of);
    return new PartDoGet(new PartStreams(services, new RedeemLimits(64, 4, 1 << 20)));
  }

  void stopServer() {
    if (!stopped) {
      stopped = true;
      server.close();
    }
  }

  @Override
  public void close() throws InterruptedException {
    client.close();
    stopServer();
    work.shutdownNow();
    timer.shutdownNow();
    work.awaitTermination(5, TimeUnit.SECONDS);
    zooKeeper.close();
  }
}
