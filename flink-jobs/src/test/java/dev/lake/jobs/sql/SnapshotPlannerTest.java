package dev.lake.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lake.jobs.tables.TestTables;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TypeMode;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.data.GenericRowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Planning over described tables: no file is touched. */
class SnapshotPlannerTest {

  private static final Instant NOW = Instant.parse("2024-03-04T05:06:07.089Z");
  private static final String LOCATION = "/hidden/place/";
  private static final SnapshotSet SNAPSHOTS =
      new SnapshotSet(
          List.of(table("orders"), table("customers"), table("odd"), table("lab.orders")));

  private final AtomicInteger descriptions = new AtomicInteger();
  private final SnapshotPlanner planner =
      new SnapshotPlanner(
          PlannerConfig.defaults(), this::describe, StorageProfiles.NONE, Clock.systemUTC());

  @AfterEach
  void close() {
    planner.close();
  }

  private static TableSnapshot table(String name) {
    return new TableSnapshot(TableName.parse(name), LOCATION + name, "incarnation-" + name, 7);
  }

  private DatasetDescription describe(TableSnapshot snapshot) {
    descriptions.incrementAndGet();
    Schema schema =
        switch (snapshot.table().name()) {
          case "orders" -> TestTables.ORDERS;
          case "customers" -> TestTables.CUSTOMERS;
          default -> TestTables.ODD;
        };
    return new DatasetDescription(
        snapshot.location(), 7, snapshot.incarnation(), schema, 1_000, List.of(), Set.of());
  }

  private static SessionFields session(ZoneId zone) {
    return new SessionFields("main", zone, TypeMode.EXACT, NOW);
  }

  private static Statement parsed(String sql) {
    return new StatementParser().parse(sql, "main");
  }

  private PlannedQuery plan(String sql) {
    return planner.plan(parsed(sql), SNAPSHOTS, session(ZoneId.of("UTC")));
  }

  private LakeException refused(String sql) {
    LakeException refusal = catchThrowableOfType(LakeException.class, () -> plan(sql));
    assertThat(refusal).as(sql).isNotNull();
    return refusal;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT nmae FROM orders; UNKNOWN_COLUMN; Unknown column `nmae`; did you mean `name`?",
        "SELECT ID FROM orders; UNKNOWN_COLUMN; Unknown column `ID`; did you mean `id`?",
        "SELECT o.zzz FROM orders o; UNKNOWN_COLUMN; line 1, column 10",
        "SELECT regoin FROM orders; UNKNOWN_COLUMN; Unknown column `regoin` (",
        "SELECT x.id FROM orders; UNKNOWN_TABLE; `x`",
        "SELECT id FROM missing; UNKNOWN_TABLE; main.missing",
        "SELECT id FROM lab.missing; UNKNOWN_TABLE; lab.missing",
        "SELECT SUMM(id) FROM orders; UNKNOWN_FUNCTION; Unknown function `SUMM`; did you mean `sum`?",
        "SELECT UPPER(id) FROM orders; INVALID_STATEMENT; UPPER does not take these types",
        "SELECT customer, COUNT(*) FROM orders; INVALID_STATEMENT; `customer` is neither grouped",
        "SELECT id FROM orders, customers; INVALID_STATEMENT; more than one table",
        "SELECT NULL; INVALID_STATEMENT; CAST(NULL AS type)",
        "SELECT CAST(1 AS HIDDEN_TYPE); INVALID_STATEMENT; Unknown type",
        "SELECT 1/0; INVALID_STATEMENT; division by zero",
        "SELECT DATE '2024-13-45'; INVALID_STATEMENT; Illegal DATE literal",
        "SELECT gap + 1 FROM odd; UNSUPPORTED_TYPE; `gap` has type duration",
        "SELECT * FROM odd; UNSUPPORTED_TYPE; `gap` has type duration",
        "SELECT COUNT(DISTINCT id, name) FROM orders; UNSUPPORTED_FEATURE; cannot run this form",
        "SELECT * FROM customers TABLESAMPLE BERNOULLI(10); UNSUPPORTED_FEATURE; cannot run this form"
      })
  void errors_have_a_code_a_place_and_a_hint(String sql, ErrorCode code, String words) {
    errors(sql, code, words);
  }

  private void errors(String sql, ErrorCode code, String words) {
    LakeException refusal = refused(sql);

    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.getMessage()).contains(words.strip()).hasSizeLessThan(500);
    assertThat(refusal.getMessage())
        .doesNotContain("org.apache", "dev.lake", "Exception", "RAW(", LOCATION, "2024-13-45");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT CONCAT(name, 'hidden'), COUNT(*) FROM orders GROUP BY 'hidden'",
        "SELECT UPPER('hidden', 'hidden')",
        "SELECT id + 'hidden' FROM orders WHERE name = DATE 'hidden'",
        "SELECT CAST('hidden' AS HIDDEN_TYPE)",
        "SELECT TIMESTAMP 'hidden'",
        "SELECT nmae FROM orders WHERE name = 'hidden'",
        "SELECT NOSUCH('hidden')"
      })
  void i6_no_error_quotes_a_literal(String sql) {
    LakeException refusal = refused(sql);

    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      assertThat(String.valueOf(cause.getMessage())).doesNotContain("hidden");
    }
  }

  @Test
  void i1_a_direct_reference_keeps_its_exact_type() {
    Schema schema =
        plan("SELECT big AS b, half, emb, `at`, memo, pair, id FROM orders WHERE id > 3 ORDER BY id")
            .schema();

    assertThat(schema.getFields())
        .extracting(Field::getName)
        .containsExactly("b", "half", "emb", "at", "memo", "pair", "id");
    for (Field field : schema.getFields()) {
      String column = field.getName().equals("b") ? "big" : field.getName();
      Field exact = TestTables.ORDERS.findField(column);
      assertThat(field.getType()).isEqualTo(exact.getType());
      assertThat(field.getChildren()).isEqualTo(exact.getChildren());
      assertThat(field.isNullable()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT big FROM (SELECT big, id FROM orders LIMIT 5) AS t",
        "WITH t AS (SELECT big AS x FROM orders) SELECT x FROM t WHERE x IS NOT NULL",
        "SELECT big FROM orders GROUP BY big",
        "SELECT DISTINCT big FROM orders",
        "SELECT o.big FROM customers c LEFT JOIN orders o ON o.customer = c.id",
        "SELECT big FROM orders UNION ALL SELECT big FROM lab.orders"
      })
  void i1_however_it_is_reached(String sql) {
    assertThat(plan(sql).schema().getFields().get(0).getType())
        .isEqualTo(new ArrowType.Int(64, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT MAX(big) FROM orders",
        "SELECT COALESCE(big, 1) FROM orders",
        "SELECT big FROM orders UNION ALL SELECT id FROM orders"
      })
  void i1_a_computed_column_takes_the_sql_type(String sql) {
    assertThat(plan(sql).schema().getFields().get(0).getType())
        .isInstanceOf(ArrowType.Decimal.class);
  }

  @Test
  void a5_names_may_repeat() {
    assertThat(plan("SELECT id, id, 1 AS id FROM orders").schema().getFields())
        .extracting(Field::getName)
        .containsExactly("id", "id", "id");
  }

  @Test
  void the_shape_of_a_plan_is_told() {
    assertThat(plan("SELECT name, id FROM orders LIMIT 7").bareScan())
        .hasValueSatisfying(
            scan -> {
              assertThat(scan.columns()).containsExactly("name", "id");
              assertThat(scan.limit()).isEqualTo(7);
              assertThat(scan.version()).isEqualTo(7);
            });
    assertThat(plan("SELECT id FROM orders LIMIT 7 OFFSET 2").bareScan()).isEmpty();
    assertThat(plan("SELECT id + 1 FROM orders").bareScan()).isEmpty();
    assertThat(plan("SELECT id FROM orders ORDER BY id").bareScan()).isEmpty();
    assertThat(plan("SELECT id FROM orders ORDER BY name").ordered()).isTrue();
    assertThat(plan("SELECT id FROM (SELECT id FROM orders ORDER BY id LIMIT 3) t").ordered())
        .isFalse();
    assertThat(plan("SELECT 1, 'a'").literalRows().orElseThrow().rows()).hasToString("[+I(1,a)]");
    assertThat(plan("SELECT RAND()").literalRows()).isEmpty();
    assertThat(plan("SELECT 1 FROM orders").literalRows()).isEmpty();
  }

  @Test
  void a_plan_becomes_a_job_once() {
    PlannedQuery plan = plan("SELECT 1");
    plan.rowsJob(new NoSink<>(), "first", 1);

    assertThatThrownBy(() -> plan.rowsJob(new NoSink<>(), "second", 1))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_described_plan_is_kept_for_one_use() {
    Statement statement = parsed("SELECT id FROM orders");
    SessionFields session = session(ZoneId.of("UTC"));

    Schema schema = planner.describe(statement, SNAPSHOTS, session);
    PlannedQuery kept = planner.plan(statement, SNAPSHOTS, session);
    assertThat(descriptions).hasValue(1);
    PlannedQuery fresh = planner.plan(statement, SNAPSHOTS, session);

    assertThat(descriptions).hasValue(2);
    assertThat(fresh).isNotSameAs(kept);
    assertThat(kept.schema()).isEqualTo(schema).isEqualTo(fresh.schema());
    planner.describe(statement, SNAPSHOTS, session);
    planner.plan(statement, SNAPSHOTS, session(ZoneId.of("Asia/Kolkata")));
    assertThat(descriptions).hasValue(4);
  }

  @Test
  void i2_a_table_outside_the_snapshot_set_is_unknown() {
    SnapshotSet only = new SnapshotSet(List.of(table("customers")));

    assertThatThrownBy(
            () -> planner.plan(parsed("SELECT 1 FROM orders"), only, session(ZoneId.of("UTC"))))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("main.orders");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "+05:30", "Z", "UTC+1", "GMT-8"})
  void any_zone_will_do(String zone) {
    SessionFields session = session(ZoneId.of(zone));

    assertThat(planner.plan(parsed("SELECT CURRENT_DATE"), SNAPSHOTS, session).schema())
        .isNotNull();
    assertThat(planner.plan(parsed("SELECT 1"), SNAPSHOTS, session(ZoneOffset.UTC)).literalRows())
        .hasValueSatisfying(
            literals ->
                assertThat(((GenericRowData) literals.rows().get(0)).getField(0)).isEqualTo(1));
  }

  @Test
  void a_dataset_that_cannot_be_described_is_told_by_its_table() {
    try (SnapshotPlanner failing =
        new SnapshotPlanner(
            PlannerConfig.defaults(),
            snapshot -> {
              throw new DatasetException(
                  DatasetException.Kind.VERSION_GONE, "The version is gone.");
            },
            StorageProfiles.NONE,
            Clock.systemUTC())) {
      assertThatThrownBy(
              () ->
                  failing.plan(
                      parsed("SELECT 1 FROM orders"), SNAPSHOTS, session(ZoneId.of("UTC"))))
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VERSION_GONE))
          .hasMessage("Table main.orders: The version is gone.");
    }
  }

  @Test
  void attacks_on_the_planner_end_in_time() {
    String list =
        IntStream.range(0, 5_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    String deep = "SELECT id FROM orders WHERE " + "(id + 1) = 1 OR ".repeat(1_000) + "id = 2";

    assertThat(plan("SELECT id FROM orders WHERE id IN (" + list + ")").schema()).isNotNull();
    assertThat(plan(deep).schema()).isNotNull();
  }
}
