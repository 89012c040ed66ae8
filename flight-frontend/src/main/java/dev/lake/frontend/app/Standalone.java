package dev.lake.frontend.app;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.cluster.MiniClusterGateway;
import dev.lake.coordinator.cluster.MiniClusterSettings;
import dev.lake.coordinator.registry.LocationPolicy;
import dev.lake.coordinator.registry.TableRegistry;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.app.config.LakeConfig;
import dev.lake.frontend.app.config.Security;
import dev.lake.frontend.app.local.AccessFiles;
import dev.lake.frontend.app.local.DataDirectory;
import dev.lake.frontend.app.local.LocalCertificate;
import dev.lake.frontend.auth.Principals;
import dev.lake.frontend.flight.Exposure;
import dev.lake.frontend.flight.FrontendConfig;
import dev.lake.frontend.flight.FrontendServices;
import dev.lake.frontend.flight.LakeFlightServer;
import dev.lake.frontend.interactive.SqlEngine;
import dev.lake.frontend.interactive.StatementPlanning;
import dev.lake.frontend.metadata.Tables;
import dev.lake.jobs.interactive.InteractiveEngine;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.StoreProfiles;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.protocol.Connection;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.LoggerFactory;

/**
 * A whole lake in one process, with the object store beside it. The same parts as in a deployment
 * of many processes; only how they are put together differs.
 */
final class Standalone implements AutoCloseable {
  private static final Duration WARM_UP = Duration.ofSeconds(60);
  private static final int DESCRIPTIONS_KEPT = 1_024;
  private static final Duration CLUSTER_CALL = Duration.ofSeconds(30);
  private static final String DEPLOYMENT = "standalone";
  private static final String SOURCE_PROFILE = "sources";
  private static final String RESULT_PROFILE = "results";

  private final StandaloneOptions options;
  private final LakeConfig config;
  private final Closing closing;
  private final Clock clock = Clock.systemUTC();
  private final DataDirectory directory;
  private final AccessFiles access;
  private final Optional<LocalCertificate> certificate;
  private int port;

  private Standalone(StandaloneOptions options, DataDirectory directory, Closing closing) {
    this.options = options;
    this.config = options.config();
    this.closing = closing;
    this.directory = directory;
    this.access = AccessFiles.ensure(directory);
    this.certificate =
        config.security().tls() == Security.Tls.GENERATED
            ? Optional.of(LocalCertificate.ensure(directory.root().resolve("tls"), clock))
            : Optional.empty();
  }

  /**
   * Starts everything and returns when statements are answered.
   *
   * @param notes told what a user should know, such as tables that cannot be registered
   * @throws LakeException what is wrong; nothing is left running
   */
  static Standalone start(StandaloneOptions options, Consumer<String> notes) {
    // Not a word is logged before this: a directory that is not lake's stays as it is.
    DataDirectory directory = DataDirectory.open(options.dataDirectory());
    // Native libraries unpack themselves here; what a killed process left is gone by now.
    System.setProperty("java.io.tmpdir", directory.temporary().toString());
    System.setProperty("lake.log.dir", directory.logs().toString());
    Closing closing = new Closing();
    closing.add("data directory", directory);
    try {
      Standalone lake = new Standalone(options, directory, closing);
      lake.run(notes);
      return lake;
    } catch (RuntimeException | Error e) {
      LoggerFactory.getLogger(Standalone.class).error("Did not start", e);
      closing.close();
      throw e;
    }
  }

  private void run(Consumer<String> notes) {
    OptionalInt wanted = wantedPort();
    Principals principals = principals();
    requireFree(Exposure.address(listening(wanted), principals));
    TableRoots roots = TableRoots.remember(directory, config.sources().allow(), options.tables());
    notes.accept("starting lake in " + directory.root() + " ...");
    LocalGround ground = LocalGround.start(directory, config, closing);
    CuratorFramework zooKeeper = ground.connect(closing);
    StorageOptions storage = ground.sourceOptions(config.sources().external());
    closing.add("storage profile", StorageProfiles.register(SOURCE_PROFILE, storage));
    Datasets datasets = closing.add("datasets", new Datasets(storage, DESCRIPTIONS_KEPT));
    TableRegistry registry =
        closing.add(
            "table registry",
            new TableRegistry(zooKeeper, datasets, LocationPolicy.of(roots.allowed()), clock));
    registry.start();
    SnapshotPlanner planner =
        closing.add("planner", new SnapshotPlanner(config.planner(), datasets, SOURCE_PROFILE));
    StatementParser parser = new StatementParser();
    InteractiveEngine interactive =
        closing.add(
            "interactive engine", new InteractiveEngine(ground.flink(), config.interactive()));
    KeyRing keys = LocalGround.keyRing(directory);
    Sealer sealer = new Sealer(keys, config.frontend().audience());
    Tables tables = Tables.of(registry);
    SqlEngine engine = SqlEngine.of(parser, planner, interactive);
    ObjectStore results = results(ground);
    ClusterGateway cluster =
        new MiniClusterGateway(ground.flink(), parser, planner, datasets, clusterSettings());
    StatementPlanning planning =
        new StatementPlanning(engine, tables, config.frontend().maxTables());
    DeferredTier.Service deferred =
        new DeferredTier(
                config,
                new DeferredTier.Ground(zooKeeper, results, keys, sealer, principals, clock),
                closing)
            .start(cluster, planning);
    roots.register(registry, ground, config.sources().external(), notes);
    BufferAllocator memory = closing.add("memory", new RootAllocator());
    new WarmUp(engine, memory, clock).run(WARM_UP);
    serve(
        new FrontendServices(
            principals,
            sealer,
            engine,
            tables,
            deferred.queries(),
            deferred.downloads()::over,
            memory,
            clock),
        wanted);
    writeConnection();
  }

  private MiniClusterSettings clusterSettings() {
    return new MiniClusterSettings(
        DEPLOYMENT,
        RESULT_PROFILE,
        config.flink().exportParallelism(),
        config.coordinator().maxRunning(),
        CLUSTER_CALL);
  }

  /** The result store, proven to honour the preconditions that publication rests on. */
  private ObjectStore results(LocalGround ground) {
    ObjectStore store = closing.add("result store", ground.results(config.results()));
    store.probe();
    closing.add("result profile", StoreProfiles.register(RESULT_PROFILE, store));
    return store;
  }

  private void serve(FrontendServices services, OptionalInt wanted) {
    LakeFlightServer server =
        closing.add("Flight server", LakeFlightServer.start(listening(wanted), services));
    port = server.port();
    directory.rememberPort(port);
  }

  private FrontendConfig listening(OptionalInt wanted) {
    return config.frontend().at(config.frontend().host(), wanted.orElse(0), tlsFiles());
  }

  private Optional<FrontendConfig.TlsFiles> tlsFiles() {
    return certificate
        .map(files -> new FrontendConfig.TlsFiles(files.chain(), files.key()))
        .or(() -> config.frontend().tls());
  }

  private Principals principals() {
    return config.security().tokens() == Security.Tokens.ANONYMOUS
        ? Principals.anonymous()
        : Principals.load(access.principals(), clock);
  }

  /** What the user says now, else what the file says, else the port of the last start. */
  private OptionalInt wantedPort() {
    if (options.port().isPresent()) {
      return options.port();
    }
    int configured = config.frontend().port();
    return configured > 0 ? OptionalInt.of(configured) : directory.port();
  }

  /** Asked before anything slow is started; the server itself has the last word. */
  private void requireFree(InetSocketAddress wanted) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(wanted);
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.PORT_IN_USE,
          e,
          "Port %d of %s is in use: stop what listens there, or choose another by --port",
          wanted.getPort(),
          config.frontend().host());
    }
  }

  private Connection connection() {
    String scheme =
        config.security().tls() == Security.Tls.NONE ? Connection.PLAIN : Connection.TLS;
    String host = config.frontend().host();
    return new Connection(
        URI.create(scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port),
        authorities(),
        access.readerToken(),
        Optional.of(access.adminToken()));
  }

  /** With files of the user's own, their chain is what a client on this machine can trust. */
  private Optional<Path> authorities() {
    return certificate
        .map(LocalCertificate::authority)
        .or(() -> config.frontend().tls().map(FrontendConfig.TlsFiles::certificate));
  }

  private void writeConnection() {
    AccessFiles.writeConnection(directory, connection());
  }

  /** What a user reads when it is ready. */
  String welcome() {
    return new Welcome(
            connection(),
            directory.connectionFile(),
            System.getProperty("lake.launcher", "bin/lake"))
        .text();
  }

  @Override
  public void close() {
    closing.close();
  }
}
