package dev.lake.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lake.coordinator.cluster.MiniClusterGateway;
import dev.lake.coordinator.cluster.MiniClusterSettings;
import dev.lake.coordinator.dispatch.LeaderConfig;
import dev.lake.coordinator.registry.NumberDataset;
import dev.lake.coordinator.store.QueryLimits;
import dev.lake.coordinator.store.QueryStore;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.store.Specs;
import dev.lake.coordinator.store.StopOutcome;
import dev.lake.coordinator.store.Submissions;
import dev.lake.coordinator.store.ZooKeeperFixture;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.jobs.interactive.MiniFlink;
import dev.lake.jobs.interactive.MiniFlinkConfig;
import dev.lake.jobs.materialize.ExportJob;
import dev.lake.jobs.materialize.IpcSchema;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.jobs.store.LocalObjectStore;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.StoreProfiles;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestCodec;
import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.SchemaBytes;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TenantId;
import dev.lake.protocol.TypeMode;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator on a real ZooKeeper, a real embedded Flink and a result store in a directory. */
class CoordinatorITCase {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String PROFILE = "coordinator-test";
  private static final String SLOW = slow();

  @TempDir static Path directory;

  private static MiniFlink flink;
  private static Datasets datasets;
  private static SnapshotPlanner planner;
  private static Sealer sealer;
  private static final StatementParser PARSER = new StatementParser();

  private ZooKeeperFixture zooKeeper;
  private ObjectStore objects;
  private StoreProfiles.Registration registration;
  private QueryStore queries;
  private Submissions submissions;
  private final List<Coordinator> coordinators = new ArrayList<>();

  /** Ten rows joined with themselves until no machine ends. */
  private static String slow() {
    String ten = "(VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10))";
    StringBuilder sql = new StringBuilder("SELECT a0.x FROM " + ten + " AS a0(x)");
    for (int table = 1; table < 10; table++) {
      sql.append(", ").append(ten).append(" AS a").append(table).append("(x)");
    }
    return sql.toString();
  }

  @BeforeAll
  static void startFlink() throws Exception {
    Path temporary = Files.createDirectories(directory.resolve("flink"));
    flink =
        MiniFlink.start(
            new MiniFlinkConfig(
                4, 32L << 20, 32L << 20, temporary, 1L << 30, 16, Duration.ofMinutes(5)));
    datasets = new Datasets(StorageProfiles.get(StorageProfiles.NONE), 8);
    planner = new SnapshotPlanner(PlannerConfig.defaults(), datasets, StorageProfiles.NONE);
    sealer = new Sealer(KeyRing.create(directory.resolve("keys.json")), "test");
  }

  @AfterAll
  static void stopFlink() {
    planner.close();
    datasets.close();
    flink.close();
  }

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
    objects = new LocalObjectStore(directory.resolve(QueryId.random().value()));
    registration = StoreProfiles.register(PROFILE, objects);
    queries = new QueryStore(zooKeeper.client(), QueryLimits.DEFAULTS);
    submissions = new Submissions(new SpecStore(objects, sealer), queries);
  }

  @AfterEach
  void stop() throws Exception {
    coordinators.forEach(Coordinator::close);
    registration.close();
    zooKeeper.close();
  }

  private Coordinator coordinator(CuratorFramework client) {
    LeaderConfig defaults = LeaderConfig.DEFAULTS;
    LeaderConfig leader =
        new LeaderConfig(
            4,
            4,
            Map.of(),
            defaults.maxQueued(),
            3,
            defaults.maxResultBytes(),
            defaults.maxResultBytesPerTenant(),
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            defaults.stopTimeout(),
            Duration.ofMillis(200),
            defaults.retention(),
            defaults.grace(),
            defaults.tombstone(),
            Duration.ofSeconds(1),
            defaults.orphanAge());
    Coordinator coordinator =
        new Coordinator(
            new CoordinatorConfig("test", leader, 4, 8, Duration.ofSeconds(10)),
            new CoordinatorServices(
                client,
                objects,
                new SpecStore(objects, sealer),
                new MiniClusterGateway(
                    flink,
                    PARSER,
                    planner,
                    datasets,
                    new MiniClusterSettings("test", PROFILE, 1, 4, Duration.ofSeconds(30))),
                (principal, table) -> true,
                Clock.systemUTC()));
    coordinators.add(coordinator);
    coordinator.start();
    return coordinator;
  }

  private QuerySpec spec(String sql, Duration runTime) {
    return spec(sql, SnapshotSet.empty(), runTime);
  }

  private QuerySpec spec(String sql, SnapshotSet snapshots, Duration runTime) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    SessionFields session = new SessionFields("main", ZoneId.of("UTC"), TypeMode.EXACT, now);
    SchemaBytes schema =
        IpcSchema.write(planner.describe(PARSER.parse(sql, "main"), snapshots, session));
    return new QuerySpec(
        QueryId.random(),
        sql,
        snapshots,
        session,
        new Principal("ana", new TenantId("acme")),
        ResultFormat.ARROW_IPC,
        ResultLayout.DEFAULT,
        now,
        now.plus(runTime),
        Specs.LIFETIME,
        schema);
  }

  private QueryId submit(String sql) {
    return submissions.submit(spec(sql, Duration.ofMinutes(10)), Optional.empty()).id();
  }

  private QueryRecord record(QueryId id) {
    return queries.readSynced(id).orElseThrow();
  }

  private void awaitState(QueryId id, QueryState state) {
    await()
        .atMost(PATIENCE)
        .until(() -> record(id).state() == state || record(id).state().terminal());
    assertThat(record(id).state()).as(String.valueOf(record(id).failure())).isEqualTo(state);
  }

  private void expectResult(QueryId id, long rows) {
    awaitState(id, QueryState.SUCCEEDED);
    Manifest manifest =
        ManifestCodec.read(
            objects.read(ResultKeys.manifest(new TenantId("acme"), id), 1 << 20).orElseThrow());
    assertThat(manifest.totals().rows()).isEqualTo(rows);
    assertThat(record(id).totals()).contains(manifest.totals());
    manifest
        .parts()
        .forEach(
            part ->
                assertThat(
                        objects
                            .head(ResultKeys.part(new TenantId("acme"), id, part.name()))
                            .orElseThrow()
                            .size())
                    .isEqualTo(part.bytes()));
  }

  private void expectNothingLeft(QueryId id) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              String prefix = ResultKeys.prefix(new TenantId("acme"), id);
              assertThat(objects.list(prefix, Optional.empty()).objects()).isEmpty();
              assertThat(objects.uploads(prefix)).isEmpty();
            });
  }

  @Test
  void aQueryGoesFromSubmissionToItsManifest() {
    Coordinator coordinator = coordinator(zooKeeper.client());
    await().atMost(PATIENCE).until(coordinator::leading);
    QueryId id = submit("SELECT x, x * 2 AS y FROM (VALUES (1), (2), (3)) AS t(x)");
    expectResult(id, 3);
    assertThat(record(id).attempt()).isEqualTo(1);
    assertThat(queries.requestStop(id, StopReason.CANCELLED, Optional.empty()))
        .isEqualTo(StopOutcome.NOT_CANCELLABLE);
  }

  @Test
  void aQueryThatCannotBePlannedFailsWithItsReason() {
    coordinator(zooKeeper.client());
    QuerySpec good = spec("SELECT 1 AS x", Duration.ofMinutes(10));
    QuerySpec bad =
        new QuerySpec(
            good.id(),
            "SELECT nowhere FROM (VALUES (1)) AS t(x)",
            good.snapshots(),
            good.session(),
            good.principal(),
            good.format(),
            good.layout(),
            good.created(),
            good.deadline(),
            good.resultLifetime(),
            good.schema());
    submissions.submit(bad, Optional.empty());
    awaitState(bad.id(), QueryState.FAILED);
    assertThat(record(bad.id()).failure().map(Failure::code)).contains(ErrorCode.UNKNOWN_COLUMN);
    expectNothingLeft(bad.id());
  }

  /** The table t as it is at the location now. */
  private static SnapshotSet pinned(Path location) {
    DatasetDescription now = datasets.latest(location.toString());
    TableName name = new TableName("main", "t");
    return new SnapshotSet(
        List.of(new TableSnapshot(name, now.location(), now.incarnation(), now.version())));
  }

  @Test
  @DisplayName("I2: a version that went, or was made anew, while the query was queued fails it")
  void i2_whatWasPinnedIsReadOrTheQueryFails() throws Exception {
    Path gone = directory.resolve("gone.lance");
    Path anew = directory.resolve("anew.lance");
    Path kept = directory.resolve("kept.lance");
    List<QueryId> ids = new ArrayList<>();
    for (Path table : List.of(gone, anew, kept)) {
      NumberDataset.create(table.toString(), 3);
      QuerySpec spec = spec("SELECT n FROM t", pinned(table), Duration.ofMinutes(10));
      ids.add(submissions.submit(spec, Optional.empty()).id());
      NumberDataset.append(table.toString(), 2);
    }
    NumberDataset.cleanUp(gone.toString());
    Files.move(anew, directory.resolve("away.lance"));
    NumberDataset.create(anew.toString(), 3);
    coordinator(zooKeeper.client());
    awaitState(ids.get(0), QueryState.FAILED);
    awaitState(ids.get(1), QueryState.FAILED);
    assertThat(record(ids.get(0)).failure().map(Failure::code)).contains(ErrorCode.VERSION_GONE);
    assertThat(record(ids.get(1)).failure().map(Failure::code)).contains(ErrorCode.DATASET_CHANGED);
    expectResult(ids.get(2), 3);
  }

  @Test
  @DisplayName("I10: a result store that stays away while a job writes fails the query by name")
  void aStoreThatStaysAwayWhileWritingIsTheReason() {
    registration.close();
    ObjectStore away =
        (ObjectStore)
            Proxy.newProxyInstance(
                ObjectStore.class.getClassLoader(),
                new Class<?>[] {ObjectStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("startUpload")) {
                    throw new LakeException(ErrorCode.STORE_UNAVAILABLE, "The store is away");
                  }
                  return method.invoke(objects, arguments);
                });
    registration = StoreProfiles.register(PROFILE, away);
    coordinator(zooKeeper.client());
    QueryId id = submit("SELECT x FROM (VALUES (1), (2)) AS t(x)");
    awaitState(id, QueryState.FAILED);
    assertThat(record(id).failure().map(Failure::code)).contains(ErrorCode.STORE_UNAVAILABLE);
    expectNothingLeft(id);
  }

  @Test
  @DisplayName("I10: a cancel stops the job and gives everything back")
  void i10_aCancelStopsTheJob() {
    coordinator(zooKeeper.client());
    QueryId id = submit(SLOW);
    awaitRunning(id);
    assertThat(queries.requestStop(id, StopReason.CANCELLED, Optional.empty()))
        .isEqualTo(StopOutcome.STOPPING);
    awaitState(id, QueryState.CANCELLED);
    assertThat(flink.status(ExportJob.jobId(id, 1)).join().orElseThrow().isTerminalState())
        .isTrue();
    expectNothingLeft(id);
  }

  private void awaitRunning(QueryId id) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                record(id).state() == QueryState.RUNNING
                    && flink.status(ExportJob.jobId(id, record(id).attempt())).join().isPresent());
  }

  @Test
  void theDeadlineStopsTheJob() {
    coordinator(zooKeeper.client());
    QueryId id = submissions.submit(spec(SLOW, Duration.ofSeconds(3)), Optional.empty()).id();
    awaitState(id, QueryState.FAILED);
    assertThat(record(id).failure().map(Failure::code)).contains(ErrorCode.DEADLINE_EXCEEDED);
    expectNothingLeft(id);
  }

  @Test
  @DisplayName(
      "a leader that dies is followed by one that takes up what ran, was lost and was queued")
  void aRestartBringsEveryQueryToItsEnd() throws Exception {
    CuratorFramework first = zooKeeper.client();
    Coordinator dead = coordinator(first);
    await().atMost(PATIENCE).until(dead::leading);
    QueryId running = submit(SLOW);
    QueryId lost = submit(SLOW);
    awaitRunning(running);
    awaitRunning(lost);
    // As a kill does: no word to anybody, and the session is gone.
    first.close();
    flink.cancel(ExportJob.jobId(lost, 1)).join();
    QueryId queued = submit("SELECT x FROM (VALUES (1), (2)) AS t(x)");

    coordinator(zooKeeper.client());
    expectResult(queued, 2);
    await().atMost(PATIENCE).until(() -> record(lost).attempt() == 2);
    assertThat(record(running).attempt()).isEqualTo(1);
    assertThat(record(running).state()).isEqualTo(QueryState.RUNNING);
    for (QueryId id : List.of(running, lost)) {
      queries.requestStop(id, StopReason.CANCELLED, Optional.empty());
      awaitState(id, QueryState.CANCELLED);
      expectNothingLeft(id);
    }
  }

  @Test
  @DisplayName("a ZooKeeper restored from the past stops dispatch until an operator decides")
  void aZooKeeperRestoredFromThePastIsNotTrusted() {
    new dev.lake.coordinator.election.EpochMarkers(objects).mark(new Fence(1_000, "later"));
    Coordinator coordinator = coordinator(zooKeeper.client());
    await().atMost(PATIENCE).until(coordinator::recovering);
    QueryId id = submit("SELECT 1 AS x");
    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(5))
        .until(() -> record(id).state() == QueryState.QUEUED);
    assertThat(
            new String(
                objects.read("_lake/epoch/0000001000", 64).orElseThrow(),
                StandardCharsets.US_ASCII))
        .isEqualTo("later");
  }
}
