package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lake.jobs.interactive.MiniFlink;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.TableName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements from a client over TLS down to Lance files and back. */
class InteractiveITCase {
  private static final CallOption ADA = FrontendFixture.as(FrontendFixture.ADA);
  private static final OptionalLong LATEST = OptionalLong.empty();

  @TempDir static Path directory;
  private static RealStack lake;
  private static FlightSqlClient client;

  @BeforeAll
  static void start() throws Exception {
    lake = new RealStack(directory);
    client = lake.client();
    register("orders", 1_000);
    register("other", 10);
  }

  @AfterAll
  static void stop() throws Exception {
    lake.close(); // fails when memory of a stream was left behind (I10)
  }

  private static void register(String name, int rows) {
    OrdersDataset.create(lake.location(name), rows);
    lake.registry.register(TableName.parse(name), lake.location(name), LATEST);
  }

  private static Ticket ticket(FlightInfo info) {
    return info.getEndpoints().get(0).getTicket();
  }

  private static List<List<Object>> rows(FlightInfo info) throws Exception {
    List<List<Object>> rows = new ArrayList<>();
    try (FlightStream stream = client.getStream(ticket(info), ADA)) {
      assertThat(stream.getSchema()).as("I1").isEqualTo(FrontendFixture.schema(info));
      while (stream.next()) {
        for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
          List<Object> values = new ArrayList<>();
          for (FieldVector vector : stream.getRoot().getFieldVectors()) {
            values.add(vector.getObject(row));
          }
          rows.add(values);
        }
      }
    }
    return rows;
  }

  private static List<List<Object>> query(String sql) throws Exception {
    return rows(client.execute(sql, ADA));
  }

  private static void assertFails(String sql, ErrorCode code) {
    assertThatThrownBy(() -> query(sql))
        .as(sql)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            failure ->
                assertThat(failure.status().description())
                    .startsWith(code + ": ")
                    .hasSizeLessThan(4_000)
                    .doesNotContain(directory.toString(), "org.apache", "dev.lake"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT 1|1
          SELECT * FROM orders|1000
          SELECT id AS n, item FROM lake.main.orders WHERE id < 5|5
          SELECT * FROM orders LIMIT 7|7
          SELECT item, COUNT(*), SUM(price) FROM main.orders GROUP BY item ORDER BY item|10
          SELECT a.id FROM orders a JOIN other b ON a.id = b.id|10
          WITH t AS (SELECT id FROM orders WHERE id > 990) SELECT * FROM t|9
          SELECT id FROM orders WHERE id IN (SELECT id FROM other) ORDER BY id DESC LIMIT 3|3
          SELECT id FROM other UNION ALL SELECT id FROM other|20
          SELECT id, ROW_NUMBER() OVER (PARTITION BY item ORDER BY id) FROM orders|1000
          SELECT * FROM orders WHERE FALSE|0
          SELECT 1 AS v, 1 AS v|1
          VALUES (1, 'a'), (2, 'b')|2
          SELECT id FROM orders ORDER BY id LIMIT 5 OFFSET 10|5
          """)
  void statementsAnswerTheirRows(String sql, int rows) throws Exception {
    assertThat(query(sql)).hasSize(rows);
  }

  @Test
  void explainShowsAPlanWithoutLocations() throws Exception {
    String plan = query("EXPLAIN SELECT item FROM orders").toString();
    assertThat(plan).contains("orders").doesNotContain(directory.toString());
  }

  @Test
  @DisplayName("I1: direct references keep the table's exact types, on every path")
  void i1ExactTypes() throws Exception {
    List<Field> expected =
        OrdersDataset.SCHEMA.getFields().stream()
            .map(
                field ->
                    new Field(
                        field.getName(),
                        new FieldType(true, field.getType(), null),
                        field.getChildren()))
            .toList();
    for (String sql :
        List.of("SELECT * FROM orders", "SELECT * FROM orders WHERE MOD(id, 7) = 3")) {
      FlightInfo info = client.execute(sql, ADA);
      assertThat(FrontendFixture.schema(info)).as(sql).isEqualTo(new Schema(expected));
      assertThat(client.getExecuteSchema(sql, ADA).getSchema())
          .isEqualTo(FrontendFixture.schema(info));
      assertThat(rows(info)).isNotEmpty();
    }
  }

  @Test
  @DisplayName("I1: the prepared statement's and GetTables' schema is the statement's")
  void i1PreparedAndListed() throws Exception {
    String sql = "SELECT * FROM orders";
    FlightSqlClient.PreparedStatement prepared = client.prepare(sql, ADA);
    FlightInfo info = prepared.execute(ADA);
    assertThat(prepared.getResultSetSchema()).isEqualTo(FrontendFixture.schema(info));
    assertThat(rows(info)).hasSize(1_000);
    prepared.close(ADA);

    FlightInfo tables = client.getTables(null, null, "orders", null, true, ADA);
    try (FlightStream stream = client.getStream(ticket(tables), ADA)) {
      assertThat(stream.next()).isTrue();
      byte[] bytes = (byte[]) stream.getRoot().getVector("table_schema").getObject(0);
      Schema listed = Schema.deserializeMessage(java.nio.ByteBuffer.wrap(bytes));
      assertThat(listed.getFields().stream().map(InteractiveITCase::plain).toList())
          .isEqualTo(FrontendFixture.schema(info).getFields());
    }
  }

  private static Field plain(Field field) {
    return new Field(
        field.getName(),
        new FieldType(field.isNullable(), field.getType(), null),
        field.getChildren());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELEC 1|SYNTAX_ERROR
          SELECT FROM WHERE|SYNTAX_ERROR
          SELECT * FROM nowhere|UNKNOWN_TABLE
          SELECT * FROM secret.orders|UNKNOWN_TABLE
          SELECT nothing FROM orders|UNKNOWN_COLUMN
          SELECT FROBNICATE(id) FROM orders|UNKNOWN_FUNCTION
          SELECT 1; SELECT 2|MULTIPLE_STATEMENTS
          CREATE TABLE t (a INT)|NOT_READ_ONLY
          DROP TABLE orders|NOT_READ_ONLY
          INSERT INTO orders SELECT * FROM orders|NOT_READ_ONLY
          DELETE FROM orders|NOT_READ_ONLY
          UPDATE orders SET id = 1|NOT_READ_ONLY
          SET 'a' = 'b'|NOT_READ_ONLY
          USE CATALOG lake|NOT_READ_ONLY
          ADD JAR '/tmp/x.jar'|NOT_READ_ONLY
          EXPLAIN INSERT INTO orders SELECT * FROM orders|NOT_READ_ONLY
          SELECT * FROM orders WHERE id = ?|UNBOUND_PARAMETERS
          """)
  void badStatementsAreNamed(String sql, ErrorCode code) {
    assertFails(sql, code);
  }

  @Test
  void tableHintsAreRefused() {
    assertThatThrownBy(() -> query("SELECT * FROM orders /*+ OPTIONS('path'='/etc') */"))
        .isInstanceOf(FlightRuntimeException.class);
  }

  @Test
  void aReservedWordAsColumnSaysToQuoteIt() {
    assertThatThrownBy(() -> query("SELECT value FROM orders")).hasMessageContaining("`value`");
  }

  @Test
  @DisplayName("I7: a statement over the size bound is refused by name")
  void i7LongStatements() {
    String list = IntStream.range(0, 60_000).mapToObj(i -> "" + i).collect(Collectors.joining(","));
    assertFails("SELECT * FROM orders WHERE id IN (" + list + ")", ErrorCode.STATEMENT_TOO_LARGE);
  }

  @Test
  @DisplayName("I2: a ticket reads the version it was planned with, or fails; never another")
  void i2PinnedVersions() throws Exception {
    register("pinned", 100);
    FlightInfo planned = client.execute("SELECT id FROM pinned", ADA);
    OrdersDataset.append(lake.location("pinned"), 50);
    assertThat(rows(planned)).hasSize(100);
    assertThat(query("SELECT id FROM pinned")).hasSize(150);

    FlightInfo gone = client.execute("SELECT id FROM pinned", ADA);
    OrdersDataset.append(lake.location("pinned"), 50);
    OrdersDataset.cleanUp(lake.location("pinned"));
    assertThatThrownBy(() -> rows(gone)).hasMessageContaining("VERSION_GONE");
  }

  @Test
  @DisplayName("I10: cancelling a stream stops its job and gives its memory back")
  void i10CancelStopsTheJob() throws Exception {
    String sql = "SELECT a.id, b.item FROM orders a CROSS JOIN orders b CROSS JOIN orders c";
    FlightInfo info = client.execute(sql, ADA);
    try (FlightStream stream = client.getStream(ticket(info), ADA)) {
      assertThat(stream.next()).as("first rows leave before the end").isTrue();
      stream.cancel("enough", null);
    }
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () -> {
              assertThat(lake.server.runningQueries()).isZero();
              assertThat(lake.cluster.jobs().get().stream().map(MiniFlink.Job::status))
                  .allMatch(status -> status.isGloballyTerminalState());
            });
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(lake.serverMemory.getAllocatedMemory()).isZero());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "Z", "+02:00", "Asia/Kolkata"})
  void theSessionsTimeZoneCounts(String zone) throws Exception {
    FlightInfo info =
        client.execute(
            "SELECT CAST(stamp AS STRING) FROM orders WHERE id = 0",
            ADA,
            FrontendFixture.header("x-lake-time-zone", zone));
    int hour =
        java.time.ZoneId.of(zone).getRules().getOffset(java.time.Instant.EPOCH).getTotalSeconds()
            / 3600;
    assertThat(rows(info).get(0).get(0).toString()).contains("%02d:".formatted(hour));
  }
}
