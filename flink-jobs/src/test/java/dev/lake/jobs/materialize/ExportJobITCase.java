package dev.lake.jobs.materialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.jobs.store.ForwardingStore;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.S3Config;
import dev.lake.jobs.store.S3ObjectStore;
import dev.lake.jobs.store.S3ProxyProcess;
import dev.lake.jobs.store.StoreProfiles;
import dev.lake.jobs.tables.TestTables;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.protocol.CommitRecord;
import dev.lake.protocol.CommitRecordCodec;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.StagedPart;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TypeMode;
import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.ExceptionUtils;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real jobs: a Lance table through a mini-cluster into S3Proxy and back. */
class ExportJobITCase {
  private static final int ROWS = 100_000;
  private static final ResultLayout LAYOUT = new ResultLayout(1 << 20, 256);
  private static final String ALL = "SELECT * FROM items";

  @TempDir private static Path directory;
  private static S3ProxyProcess proxy;
  private static S3ObjectStore s3;
  private static TestCluster cluster;
  private static Datasets datasets;
  private static SnapshotPlanner planner;
  private static SnapshotSet snapshots;
  private static int profiles;

  private final List<StoreProfiles.Registration> registrations = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    proxy = S3ProxyProcess.start(directory.resolve("s3"));
    s3 = new S3ObjectStore(proxy.config("results/", S3Config.Checksums.WHEN_REQUIRED));
    Path table = directory.resolve("items.lance");
    LineItems.write(table, ROWS, ROWS / 5);
    datasets = new Datasets(StorageOptions.NONE, 8);
    TestTables.veiled(directory.resolve("veiled.lance"), 10);
    snapshots = new SnapshotSet(List.of(snapshot("items"), snapshot("veiled")));
    planner = new SnapshotPlanner(PlannerConfig.defaults(), datasets, StorageProfiles.NONE);
    cluster = TestCluster.start(2);
  }

  private static TableSnapshot snapshot(String name) {
    DatasetDescription dataset = datasets.latest(directory.resolve(name + ".lance").toString());
    return new TableSnapshot(
        TableName.parse(name), dataset.location(), dataset.incarnation(), dataset.version());
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
    planner.close();
    datasets.close();
    s3.close();
    proxy.close();
  }

  @AfterEach
  void unregister() {
    registrations.forEach(StoreProfiles.Registration::close);
  }

  @Test
  @DisplayName("I3, I8: columnar: nothing is readable before the leader's time, then every row is")
  void columnarExport() throws Exception {
    ExportRequest request = request(s3);
    PlannedQuery plan = plan(ALL);
    assertThat(plan.bareScan()).isPresent();
    exportsEverything(plan, request, ExportJob.build(plan, request, "columnar", 2));
  }

  @Test
  @DisplayName("I1, I8: rows: the same statement gives the same schema and rows")
  void rowExport() throws Exception {
    ExportRequest request = request(s3);
    PlannedQuery plan = plan(ALL);
    ExportSink sink = new ExportSink(request, plan.schema(), plan.rowType(), plan.ordered());
    StreamGraph graph = plan.rowsJob(sink, "rows", 2);
    graph.setJobId(ExportJob.jobId(request.query(), request.attempt()));
    exportsEverything(plan, request, graph);
  }

  @Test
  @DisplayName("a table whose first columns SQL cannot have is exported without them")
  void exportBesideOpaqueColumns() throws Exception {
    for (String sql :
        List.of(
            "SELECT id FROM veiled",
            "SELECT id FROM veiled WHERE ABS(id) >= 0",
            "SELECT COUNT(*) + 0 * MIN(id) FROM veiled GROUP BY id")) {
      ExportRequest request = request(s3);
      PlannedQuery plan = plan(sql);
      run(plan, request);
      CommitRecord record = record(request);
      Staged.complete(s3, request, record.parts());
      assertThat(firstColumn(plan, request, record)).as(sql).hasSize(10);
    }
  }

  private void exportsEverything(PlannedQuery plan, ExportRequest request, StreamGraph graph)
      throws Exception {
    JobResult result = cluster.run(graph);
    assertThat(result.getJobStatus()).hasValue(JobStatus.FINISHED);

    CommitRecord record = record(request);
    assertThat(record.parts()).hasSizeGreaterThan(2);
    assertThat(record.totals().rows()).isEqualTo(ROWS);
    assertThat(TestCluster.counters(result))
        .containsEntry("lake-rows", record.totals().rows())
        .containsEntry("lake-bytes", record.totals().bytes());
    for (StagedPart part : record.parts()) {
      assertThat(s3.head(request.partKey(part.name()))).isEmpty();
    }
    assertThat(uploads(request)).hasSameSizeAs(record.parts());

    Staged.complete(s3, request, record.parts());
    assertThat(uploads(request)).isEmpty();
    // Sorted, because to compare in any order takes minutes.
    assertThat(rows(plan, request, record).stream().sorted().toList())
        .isEqualTo(LongStream.range(0, ROWS).mapToObj(LineItems::expected).sorted().toList());
  }

  @Test
  void anEmptyResultIsOnePart() throws Exception {
    ExportRequest request = request(s3);
    PlannedQuery plan = plan("SELECT * FROM items WHERE id < 0 OR embedding IS NULL AND id = 1");
    run(plan, request);
    CommitRecord record = record(request);
    assertThat(record.parts()).hasSize(1);
    Staged.complete(s3, request, record.parts());
    assertThat(rows(plan, request, record)).isEmpty();
  }

  @Test
  void anOrderedResultKeepsItsOrder() throws Exception {
    ExportRequest request = request(s3);
    PlannedQuery plan = plan("SELECT * FROM items ORDER BY id DESC");
    run(plan, request);
    CommitRecord record = record(request);
    assertThat(record.ordered()).isTrue();
    assertThat(record.parts()).hasSizeGreaterThan(2);
    Staged.complete(s3, request, record.parts());
    assertThat(rows(plan, request, record))
        .isEqualTo(
            LongStream.range(0, ROWS).mapToObj(i -> LineItems.expected(ROWS - 1 - i)).toList());
  }

  @Test
  @DisplayName("a limit is exact over several fragments and tasks, on both paths")
  void aLimitIsExact() throws Exception {
    for (String sql :
        List.of(
            "SELECT * FROM items LIMIT 45000",
            "SELECT id + 0 FROM items LIMIT 45000",
            "SELECT id FROM items LIMIT 200000",
            "SELECT id + 0 FROM items LIMIT 200000")) {
      ExportRequest request = request(s3);
      PlannedQuery plan = plan(sql);
      assertThat(plan.ordered()).isFalse();
      run(plan, request);
      CommitRecord record = record(request);
      assertThat(record.ordered()).isFalse();
      Staged.complete(s3, request, record.parts());
      int expected = sql.endsWith("45000") ? 45_000 : ROWS;
      List<Object> ids = firstColumn(plan, request, record);
      assertThat(ids).as(sql).hasSize(expected);
      assertThat(new HashSet<>(ids)).as(sql).hasSize(expected);
    }
  }

  @Test
  @DisplayName("D2: a job that restarts gives every row once, under new names")
  void survivesAStoreThatFailsForAMoment() throws Exception {
    AtomicInteger pieces = new AtomicInteger();
    ExportRequest request =
        request(
            new ForwardingStore(s3) {
              @Override
              public UploadedPiece uploadPiece(
                  String key, String id, int number, ByteBuffer bytes) {
                if (pieces.incrementAndGet() == 3) {
                  throw new LakeException(ErrorCode.STORE_UNAVAILABLE, "The store is away");
                }
                return super.uploadPiece(key, id, number, bytes);
              }
            });
    PlannedQuery plan = plan(ALL);
    run(plan, request);
    CommitRecord record = record(request);
    Staged.complete(s3, request, record.parts());
    assertThat(rows(plan, request, record)).hasSize(ROWS).doesNotHaveDuplicates();
    assertThat(record.parts()).extracting(StagedPart::name).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("a failure that would come again ends the job at once, with its reason")
  void failsOnceForAStoreThatRejects() throws Exception {
    AtomicInteger pieces = new AtomicInteger();
    ExportRequest request =
        request(
            new ForwardingStore(s3) {
              @Override
              public UploadedPiece uploadPiece(
                  String key, String id, int number, ByteBuffer bytes) {
                pieces.incrementAndGet();
                throw new LakeException(ErrorCode.STORE_REJECTED, "The store rejected a piece");
              }
            });
    PlannedQuery plan = plan(ALL);
    JobResult result = cluster.run(ExportJob.build(plan, request, "rejected", 1));
    assertThat(result.getJobStatus()).hasValue(JobStatus.FAILED);
    Throwable failure =
        result.getSerializedThrowable().orElseThrow().deserializeError(getClass().getClassLoader());
    assertThat(ExceptionUtils.findThrowable(failure, LakeException.class))
        .hasValueSatisfying(e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_REJECTED));
    assertThat(pieces.get()).isLessThanOrEqualTo(4);
    assertThat(s3.head(request.commitKey())).isEmpty();
  }

  @Test
  @DisplayName("I10: a cancelled job gives its uploads back")
  void cancelLeavesNothing() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    ExportRequest request =
        request(
            new ForwardingStore(s3) {
              @Override
              public UploadedPiece uploadPiece(
                  String key, String id, int number, ByteBuffer bytes) {
                started.countDown();
                try {
                  goOn.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                return super.uploadPiece(key, id, number, bytes);
              }
            });
    StreamGraph graph = ExportJob.build(plan(ALL), request, "cancelled", 1);
    cluster.submit(graph);
    assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
    cluster.cancel(graph);
    goOn.countDown();
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(uploads(request)).isEmpty());
    assertThat(s3.head(request.commitKey())).isEmpty();
  }

  private static void run(PlannedQuery plan, ExportRequest request) throws Exception {
    JobResult result = cluster.run(ExportJob.build(plan, request, "export", 2));
    assertThat(result.getJobStatus())
        .as(() -> String.valueOf(result.getSerializedThrowable()))
        .hasValue(JobStatus.FINISHED);
  }

  private ExportRequest request(ObjectStore store) {
    String profile = "export-test-" + ++profiles;
    registrations.add(StoreProfiles.register(profile, store));
    return Staged.request(profile, LAYOUT);
  }

  private static PlannedQuery plan(String sql) {
    SessionFields session =
        new SessionFields("main", ZoneId.of("UTC"), TypeMode.EXACT, Instant.EPOCH);
    return planner.plan(new StatementParser().parse(sql, "main"), snapshots, session);
  }

  private static CommitRecord record(ExportRequest request) {
    return CommitRecordCodec.read(s3.read(request.commitKey(), 1 << 20).orElseThrow());
  }

  private static List<?> uploads(ExportRequest request) {
    return s3.uploads(ResultKeys.prefix(request.tenant(), request.query()));
  }

  private static List<Object> firstColumn(
      PlannedQuery plan, ExportRequest request, CommitRecord record) throws IOException {
    List<Object> values = new ArrayList<>();
    for (StagedPart part : record.parts()) {
      byte[] bytes = Staged.read(s3, request, part, Optional.of(IpcSchema.write(plan.schema())));
      Staged.eachBatch(
          bytes,
          batch -> {
            for (int i = 0; i < batch.getRowCount(); i++) {
              values.add(batch.getVector(0).getObject(i));
            }
          });
    }
    return values;
  }

  private static List<String> rows(PlannedQuery plan, ExportRequest request, CommitRecord record)
      throws IOException {
    List<String> rows = new ArrayList<>();
    for (StagedPart part : record.parts()) {
      byte[] bytes = Staged.read(s3, request, part, Optional.of(IpcSchema.write(plan.schema())));
      Staged.eachBatch(bytes, batch -> rows.addAll(LineItems.texts(batch)));
    }
    return rows;
  }
}
