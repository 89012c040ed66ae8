package dev.lake.frontend.flight;

import dev.lake.coordinator.registry.LocationPolicy;
import dev.lake.coordinator.registry.TableRegistry;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.app.local.EmbeddedZooKeeper;
import dev.lake.frontend.app.local.LocalCertificate;
import dev.lake.frontend.auth.Principals;
import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.frontend.metadata.Tables;
import dev.lake.jobs.interactive.InteractiveConfig;
import dev.lake.jobs.interactive.InteractiveEngine;
import dev.lake.jobs.interactive.MiniFlink;
import dev.lake.jobs.interactive.MiniFlinkConfig;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.dataset.StorageProfiles;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;

/**
 * The interactive tier with everything real: ZooKeeper, registry, planner, mini-cluster, Lance
 * datasets, TLS and tokens. Only deferred queries are a double.
 */
final class RealStack implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  final Path data;
  final BufferAllocator serverMemory;
  final BufferAllocator clientMemory;
  final TableRegistry registry;
  final MiniFlink cluster;
  final LakeFlightServer server;
  private final LocalCertificate certificate;

  RealStack(Path directory) throws Exception {
    data = Files.createDirectories(directory.resolve("data"));
    clientMemory = opened(new RootAllocator());
    serverMemory = opened(new RootAllocator());
    EmbeddedZooKeeper zooKeeper =
        opened(EmbeddedZooKeeper.start(Files.createDirectories(directory.resolve("zookeeper"))));
    CuratorFramework curator =
        opened(CuratorFrameworkFactory.newClient(zooKeeper.connectString(), new RetryOneTime(100)));
    curator.start();
    Datasets datasets = opened(new Datasets(StorageOptions.NONE, 32));
    registry =
        opened(
            new TableRegistry(
                curator, datasets, LocationPolicy.of(List.of(data.toString())), Clock.systemUTC()));
    registry.start();
    SnapshotPlanner planner =
        opened(new SnapshotPlanner(PlannerConfig.defaults(), datasets, StorageProfiles.NONE));
    Path spill = Files.createDirectories(directory.resolve("spill"));
    cluster = opened(MiniFlink.start(MiniFlinkConfig.defaults(spill)));
    InteractiveEngine engine = opened(new InteractiveEngine(cluster, InteractiveConfig.defaults()));
    Path principals = directory.resolve("principals.yaml");
    FrontendFixture.writePrincipals(principals);
    certificate = LocalCertificate.ensure(directory, Clock.systemUTC());
    FrontendServices services =
        new FrontendServices(
            Principals.load(principals, Clock.systemUTC()),
            new Sealer(KeyRing.create(directory.resolve("keys.json")), "lake-test"),
            SqlEngine.of(new StatementParser(), planner, engine),
            Tables.of(registry),
            new FakeDeferred(),
            UnaryOperator.identity(),
            serverMemory,
            Clock.systemUTC());
    FrontendConfig.TlsFiles tls =
        new FrontendConfig.TlsFiles(certificate.chain(), certificate.key());
    server =
        opened(
            LakeFlightServer.start(
                FrontendConfig.defaults().at("127.0.0.1", 0, Optional.of(tls)), services));
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  String location(String name) {
    return data.resolve(name + ".lance").toString();
  }

  FlightSqlClient client() throws Exception {
    try (InputStream trusted = Files.newInputStream(certificate.authority())) {
      return opened(
          new FlightSqlClient(
              FlightClient.builder(clientMemory, Location.forGrpcTls("127.0.0.1", server.port()))
                  .trustedCertificates(trusted)
                  .build()));
    }
  }

  @Override
  public void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
