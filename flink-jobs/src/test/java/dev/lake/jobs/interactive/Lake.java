package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.Statement;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.jobs.tables.TestTables;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TypeMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Real tables, a real planner and a real cluster, with a consumer that takes whole answers. */
final class Lake implements AutoCloseable {

  static final Instant NOW = Instant.parse("2024-03-04T05:06:07.089Z");
  private static final HexFormat HEX = HexFormat.of();
  static final int ORDERS = 1_000;

  final Path root;
  final SnapshotSet snapshots;
  final Datasets datasets = new Datasets(StorageOptions.NONE, 16);
  final SnapshotPlanner planner =
      new SnapshotPlanner(PlannerConfig.defaults(), datasets, StorageProfiles.NONE);
  final MiniFlink cluster;
  final BufferAllocator memory = new RootAllocator(512L << 20);

  /** What a statement answered. */
  record Answer(Schema schema, List<String> rows, List<Long> batchBytes) {}

  Lake(Path directory) throws Exception {
    root = directory.resolve("tables");
    Files.createDirectories(root);
    TestTables.orders(root.resolve("orders"), ORDERS, 256);
    TestTables.customers(root.resolve("customers"), 8);
    TestTables.odd(root.resolve("odd"), 10);
    TestTables.veiled(root.resolve("veiled"), 10);
    TestTables.dark(root.resolve("dark"), 7);
    TestTables.wide(root.resolve("wide"), 300);
    snapshots =
        new SnapshotSet(
            Stream.of("orders", "customers", "odd", "veiled", "dark", "wide")
                .map(this::snapshot)
                .toList());
    Path temporary = Files.createDirectories(directory.resolve("flink"));
    cluster =
        MiniFlink.start(
            new MiniFlinkConfig(
                16, 32L << 20, 96L << 20, temporary, 1L << 30, 8, Duration.ofMinutes(1)));
  }

  private TableSnapshot snapshot(String name) {
    DatasetDescription latest = datasets.latest(root.resolve(name).toString());
    return new TableSnapshot(
        TableName.parse(name), latest.location(), latest.incarnation(), latest.version());
  }

  static SessionFields session() {
    return new SessionFields("main", ZoneId.of("America/New_York"), TypeMode.EXACT, NOW);
  }

  PlannedQuery plan(String sql) {
    Statement statement = new StatementParser().parse(sql, "main");
    return planner.plan(statement, snapshots, session());
  }

  static InteractiveConfig config(boolean direct) {
    InteractiveConfig defaults = InteractiveConfig.defaults();
    return new InteractiveConfig(
        defaults.batchBytes(),
        defaults.maxBatchBytes(),
        defaults.maxRowBytes(),
        defaults.maxResultBytes(),
        Duration.ofSeconds(60),
        defaults.flushAfter(),
        direct,
        2);
  }

  /** Runs a plan to its end; fails if any memory is left. */
  Answer take(PlannedQuery plan, InteractiveConfig config) throws Exception {
    try (InteractiveEngine engine = new InteractiveEngine(cluster, config);
        BufferAllocator query = memory.newChildAllocator("query", 0, 256L << 20)) {
      List<String> rows = new ArrayList<>();
      List<Long> sizes = new ArrayList<>();
      Schema schema = plan.schema();
      try (ResultCursor cursor = engine.run(plan, query)) {
        Semaphore ready = new Semaphore(0);
        cursor.onReady(ready::release);
        for (ResultCursor.Step step = cursor.poll();
            !(step instanceof ResultCursor.End);
            step = cursor.poll()) {
          if (step instanceof ResultCursor.Batch batch) {
            try (VectorSchemaRoot taken = batch.rows()) {
              schema = taken.getSchema();
              sizes.add(BatchShaper.bytes(taken));
              texts(taken, rows);
            }
          } else if (!ready.tryAcquire(60, TimeUnit.SECONDS)) {
            throw new AssertionError("no answer within 60 s");
          }
        }
      }
      return new Answer(schema, rows, sizes);
    }
  }

  Answer take(String sql) throws Exception {
    return take(plan(sql), config(true));
  }

  static void texts(VectorSchemaRoot batch, List<String> rows) {
    for (int i = 0; i < batch.getRowCount(); i++) {
      List<String> values = new ArrayList<>();
      for (FieldVector vector : batch.getFieldVectors()) {
        Object value = vector.getObject(i);
        values.add(value instanceof byte[] bytes ? HEX.formatHex(bytes) : String.valueOf(value));
      }
      rows.add(String.join("|", values));
    }
  }

  @Override
  public void close() {
    cluster.close();
    planner.close();
    datasets.close();
    memory.close();
  }
}
