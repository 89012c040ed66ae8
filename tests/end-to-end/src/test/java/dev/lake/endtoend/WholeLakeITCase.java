package dev.lake.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lake.client.ExportStatus;
import dev.lake.client.Exports;
import dev.lake.client.LakeClient;
import dev.lake.client.PartEndpoint;
import dev.lake.client.QueryRows;
import dev.lake.harness.DemoTables;
import dev.lake.harness.StandaloneLake;
import dev.lake.protocol.Connection;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both tiers of one running lake, and what it leaves on disk. */
final class WholeLakeITCase {
  /** Part of every literal, name and path below that must not be found again. */
  private static final String HUSH = "hush-7261";

  private static final String FAILING =
      "SELECT CAST(CONCAT(note, '" + HUSH + "') AS INT) AS n FROM orders";

  @TempDir private static Path temporary;
  private static StandaloneLake lake;
  private static LakeClient client;
  private static Exports exports;

  @BeforeAll
  static void start() throws IOException {
    Path tables = Files.createDirectories(temporary.resolve("tables-" + HUSH));
    DemoTables.writeOrders(tables.resolve("orders.lance").toString(), Map.of(), 2_000);
    DemoTables.writeCustomers(tables.resolve("customers.lance").toString(), Map.of(), 1_000);
    lake = StandaloneLake.start(temporary.resolve("data"), "--tables", tables.toString());
    client = lake.client();
    exports = client.exports();
  }

  @AfterAll
  static void stop() {
    client.close();
    lake.close();
  }

  private record Answer(Schema schema, List<List<String>> rows) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM orders",
        "SELECT embedding, checksum, updated_at AS `At` FROM orders WHERE id < 1000",
        "SELECT o.*, c.name FROM orders o JOIN customers c ON o.customer_id = c.customer_id",
        "SELECT status, COUNT(*) AS n, SUM(price) AS s FROM orders GROUP BY status",
        "SELECT id, CAST(id AS DECIMAL(20, 3)) AS d, note IS NULL AS missing FROM orders",
        "SELECT * FROM orders WHERE FALSE",
        "VALUES (1, 'a', CAST(NULL AS DATE)), (2, 'b', DATE '2026-01-02')"
      })
  @DisplayName("I1, I8: an exported answer has the schema and the rows of the streamed one")
  void i1_bothTiersGiveTheSameAnswer(String sql) throws IOException {
    Answer streamed = streamed(sql);
    Answer exported = exported(sql);
    assertThat(exported.schema()).isEqualTo(streamed.schema());
    assertThat(exported.rows()).containsExactlyInAnyOrderElementsOf(streamed.rows());
  }

  private static Answer streamed(String sql) {
    List<List<String>> rows = new ArrayList<>();
    try (QueryRows answer = client.query(sql)) {
      while (answer.next()) {
        addRows(answer.batch(), rows);
      }
      return new Answer(answer.schema(), rows);
    }
  }

  private static Answer exported(String sql) throws IOException {
    ExportStatus done = exports.run(sql, "agree-" + sql.hashCode(), status -> {});
    List<List<String>> rows = new ArrayList<>();
    for (PartEndpoint part : done.parts()) {
      Path file = exports.download(done, part, Files.createTempDirectory(temporary, "parts"));
      try (RootAllocator memory = new RootAllocator();
          InputStream in = Files.newInputStream(file);
          ArrowStreamReader reader = new ArrowStreamReader(in, memory)) {
        assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(done.schema());
        while (reader.loadNextBatch()) {
          addRows(reader.getVectorSchemaRoot(), rows);
        }
      }
    }
    assertThat(rows).hasSize((int) done.rows());
    return new Answer(done.schema(), rows);
  }

  private static void addRows(VectorSchemaRoot batch, Collection<List<String>> rows) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      List<String> values = new ArrayList<>();
      for (FieldVector vector : batch.getFieldVectors()) {
        Object value = vector.getObject(row);
        values.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : "" + value);
      }
      rows.add(values);
    }
  }

  @Test
  @DisplayName("I6: no statement, value, path, key or token is in a log or in clear in the store")
  void i6_whatIsTheCallersStaysTheCallers() throws IOException {
    useEverything();
    Connection connection = lake.connection();
    String secretKey = lake.store().secretKey();
    List<String> secrets =
        List.of(connection.token(), connection.adminToken().orElseThrow(), secretKey);
    assertThat(lake.output().replaceAll("--token \\S+|Bearer \\S+", "")).doesNotContain(HUSH);
    List<Path> logs = files(lake.dataDirectory().resolve("log"));
    assertThat(logs).isNotEmpty();
    for (Path log : logs) {
      assertThat(content(log)).as("%s", log).doesNotContain(HUSH).doesNotContain(secrets);
    }
    for (String place : List.of("objects/results", "zookeeper")) {
      for (Path file : files(lake.dataDirectory().resolve(place))) {
        assertThat(content(file))
            .as("%s", file)
            .doesNotContain("literal-" + HUSH, "submission-" + HUSH)
            .doesNotContain(secrets);
      }
    }
  }

  /** Statements of both tiers, good and bad, with something to hide in each. */
  private static void useEverything() throws IOException {
    String literal = "'literal-" + HUSH + "'";
    assertThat(streamed("SELECT id FROM orders WHERE note <> " + literal).rows()).isNotEmpty();
    assertThat(exported("SELECT id FROM orders WHERE note <> " + literal).rows()).isNotEmpty();
    failure("SELECT id FROM orders WHERE " + literal + " " + literal);
    failure("SELECT nowhere FROM orders WHERE note = " + literal);
    failure("SELECT id FROM orders /*+ OPTIONS('path'=" + literal + ") */");
    failure("INSERT INTO orders VALUES (" + literal + ")");
    assertThat(failure(FAILING).code()).isEqualTo(ErrorCode.QUERY_FAILED);
    LakeException exportFailure =
        catchThrowableOfType(
            LakeException.class, () -> exports.run(FAILING, "submission-" + HUSH, status -> {}));
    assertThat(exportFailure.code()).isEqualTo(ErrorCode.QUERY_FAILED);
    assertThat(exportFailure.getMessage()).doesNotContain(HUSH);
    Connection good = lake.connection();
    Connection bad = new Connection(good.uri(), good.tlsCa(), "token-" + HUSH, Optional.empty());
    try (LakeClient stranger = LakeClient.connect(bad)) {
      assertThatThrownBy(() -> stranger.query("SELECT 1"))
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
          .hasMessageNotContaining(HUSH);
    }
  }

  private static LakeException failure(String sql) {
    LakeException e = catchThrowableOfType(LakeException.class, () -> streamed(sql));
    assertThat(e).as(sql).isNotNull();
    assertThat(e.code()).as(e.getMessage()).isNotEqualTo(ErrorCode.INTERNAL);
    assertThat(e.getMessage()).doesNotContain(HUSH);
    return e;
  }

  @Test
  @DisplayName("I6: every object of a result is below its tenant's and its query's own folder")
  void i6_everyObjectIsInItsQuerysFolder() throws IOException {
    ExportStatus done = exports.run("SELECT id FROM orders", "folders", status -> {});
    Path bucket = lake.dataDirectory().resolve("objects/results");
    List<String> keys =
        files(bucket).stream().map(file -> bucket.relativize(file).toString()).toList();
    assertThat(keys)
        .allMatch(key -> key.matches("[a-z0-9-]+/[0-9a-f]{32}/[a-z0-9.-]+|_lake/.+"))
        .anyMatch(key -> key.contains(done.query().query().value() + "/manifest.json"));
  }

  @Test
  @DisplayName("what is refused leaves nothing in the result store")
  void refusedExportsLeaveNothing() throws IOException {
    Path bucket = lake.dataDirectory().resolve("objects/results");
    List<Path> before = files(bucket);
    for (String sql :
        List.of("SELEC 1", "SELECT * FROM nowhere", "DROP TABLE orders", "SELECT 1; SELECT 2")) {
      assertThatThrownBy(() -> exports.submit(sql, "refused-" + sql.hashCode()))
          .as(sql)
          .isInstanceOf(LakeException.class);
    }
    assertThat(files(bucket)).containsExactlyInAnyOrderElementsOf(before);
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static String content(Path file) throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }
}
