package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** General SELECT over real tables, each against values worked out by hand. */
class StatementsITCase {

  @TempDir static Path directory;
  private static Lake lake;

  @BeforeAll
  static void start() throws Exception {
    lake = new Lake(directory);
  }

  @AfterAll
  static void stop() {
    lake.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "SELECT COUNT(*) FROM orders; 1000",
        "SELECT COUNT(*), COUNT(name), MIN(id), MAX(id), SUM(id) FROM orders; 1000|857|0|999|499500",
        "SELECT customer, COUNT(*) AS n FROM orders WHERE id < 25 GROUP BY customer HAVING COUNT(*) > 2 ORDER BY customer; 0|3,1|3,2|3,3|3,4|3",
        "SELECT id + 1, -id FROM orders WHERE id = 41; 42|-41",
        "SELECT o.id, c.region FROM orders o JOIN customers c ON o.customer = c.id WHERE o.id < 3 ORDER BY o.id; 0|region-0,1|region-1,2|region-2",
        "SELECT o.id, c.region FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE o.id IN (7, 8) ORDER BY o.id; 7|region-3,8|null",
        "SELECT id FROM orders ORDER BY id DESC LIMIT 3; 999,998,997",
        "SELECT id FROM orders ORDER BY id LIMIT 3 OFFSET 5; 5,6,7",
        "WITH few AS (SELECT id, customer FROM orders WHERE id < 4), more AS (SELECT id FROM few WHERE id > 1) SELECT id FROM more ORDER BY id; 2,3",
        "SELECT id FROM customers WHERE id IN (SELECT customer FROM orders WHERE id < 2) ORDER BY id; 0,1",
        "SELECT id FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.id > 997) ORDER BY id; ",
        "SELECT id, (SELECT MAX(id) FROM orders) AS top FROM customers WHERE id = 0; 0|999",
        "SELECT id FROM customers WHERE id < 2 UNION ALL SELECT customer FROM orders WHERE id = 5 ORDER BY id; 0,1,5",
        "SELECT customer FROM orders INTERSECT SELECT id FROM customers WHERE id < 2 ORDER BY customer; 0,1",
        "SELECT DISTINCT region FROM customers ORDER BY region; region-0,region-1,region-2,region-3",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY customer ORDER BY id DESC) AS n FROM orders WHERE id < 12 ORDER BY id LIMIT 3; 0|2,1|2,2|1",
        "SELECT SUM(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM customers ORDER BY s LIMIT 3; 0,1,3",
        "SELECT x FROM UNNEST(ARRAY[3, 1, 2]) AS u(x) ORDER BY x; 1,2,3",
        "SELECT SUM(price), AVG(price) FROM orders WHERE id < 3; -2.79|-0.930000",
        "SELECT o.pair.a FROM orders AS o WHERE o.id = 3; 3",
        "SELECT lake.main.customers.id FROM lake.main.customers WHERE id = 1; 1"
      })
  void answers(String sql, String expected) throws Exception {
    List<String> rows = expected == null ? List.of() : List.of(expected.split(","));

    assertThat(lake.take(sql).rows()).isEqualTo(rows);
  }

  @Test
  void the_instant_is_the_statements_own() throws Exception {
    String sql = "SELECT CURRENT_TIMESTAMP, NOW(), CURRENT_DATE, LOCALTIMESTAMP FROM customers";

    List<String> rows = lake.take(sql).rows();

    long epoch = Lake.NOW.toEpochMilli();
    String row = epoch + "|" + epoch + "|19786|2024-03-04T00:06:07.089";
    assertThat(rows).hasSize(8).containsOnly(row);
    assertThat(lake.take(sql).rows()).isEqualTo(rows);
  }

  @Test
  void a1_every_top_level_field_is_nullable() {
    String sql = "SELECT id, COUNT(*) AS n, MAX(id) AS m, 1 AS lit FROM orders GROUP BY id";

    assertThat(lake.plan(sql).schema().getFields()).allMatch(Field::isNullable);
  }

  @Test
  void explain_shows_versions_and_no_location() throws Exception {
    Lake.Answer answer = lake.take("EXPLAIN SELECT id FROM orders WHERE id > 3");

    assertThat(answer.schema().getFields()).extracting(Field::getName).containsExactly("plan");
    assertThat(answer.rows()).contains("main.orders, version 1");
    assertThat(String.join("\n", answer.rows()))
        .contains("TableSourceScan")
        .doesNotContain(lake.root.toString())
        .doesNotContain("storage-profile", "org.apache", "dev.lake");
  }

  @Test
  void explain_takes_the_row_path_too() throws Exception {
    Lake.Answer answer = lake.take(lake.plan("EXPLAIN SELECT 1"), Lake.config(false));

    assertThat(answer.rows()).isEqualTo(lake.take("EXPLAIN SELECT 1").rows());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM odd",
        "SELECT gap FROM odd",
        "SELECT gap + 1 FROM odd",
        "SELECT COUNT(gap) FROM odd",
        "SELECT MAX(gap) FROM odd",
        "SELECT id FROM odd ORDER BY gap",
        "SELECT gap, COUNT(*) FROM odd GROUP BY gap"
      })
  void a_column_beyond_sql_is_named(String sql) {
    assertThatThrownBy(() -> lake.plan(sql))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("`gap`")
        .hasMessageContaining("duration")
        .extracting(e -> ((LakeException) e).code())
        .isEqualTo(ErrorCode.UNSUPPORTED_TYPE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT pic FROM veiled",
        "SELECT * FROM veiled WHERE id = 3",
        "SELECT id FROM veiled WHERE pic IS NULL",
        "SELECT id FROM veiled WHERE gap IS NOT NULL AND id = 3",
        "SELECT COUNT(pic) FROM veiled",
        "SELECT DISTINCT id, gap FROM veiled",
        "SELECT id FROM (SELECT DISTINCT * FROM veiled)",
        "SELECT id FROM (SELECT id, gap FROM veiled INTERSECT SELECT id, gap FROM odd)",
        "SELECT gap FROM veiled UNION ALL SELECT gap FROM odd",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY gap ORDER BY id) FROM veiled",
        "SELECT id, (SELECT gap FROM dark LIMIT 1) FROM veiled",
        "SELECT CASE WHEN id = 1 THEN gap END FROM veiled",
        "SELECT v.id FROM veiled v JOIN odd o ON v.gap = o.gap",
        "SELECT id FROM odd o WHERE EXISTS (SELECT 1 FROM dark d WHERE d.gap = o.gap)",
        "SELECT * FROM dark",
        "EXPLAIN SELECT gap FROM dark"
      })
  void no_statement_looks_at_such_a_column(String sql) {
    assertThatThrownBy(() -> lake.plan(sql))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_TYPE))
        .hasMessageMatching("(?s).*(duration\\[s\\]|blobs|not supported).*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "SELECT SUM(id) FROM odd; 45",
        "SELECT COUNT(*) FROM veiled; 10",
        "SELECT COUNT(*) FROM dark; 7",
        "SELECT COUNT(*) FROM veiled WHERE region = 'region-1'; 3",
        "SELECT COUNT(*) FROM veiled WHERE UPPER(region) = 'REGION-1'; 3",
        "SELECT 'x' FROM veiled LIMIT 2; x,x",
        "SELECT COUNT(*) FROM dark, veiled; 70",
        "SELECT COUNT(*) FROM customers WHERE EXISTS (SELECT 1 FROM dark); 8",
        "SELECT COUNT(*) FROM dark WHERE EXISTS (SELECT gap FROM veiled WHERE id > 8); 7",
        "SELECT 1 FROM dark WHERE NOT EXISTS (SELECT * FROM veiled WHERE id > 7) OR 1 = 0; ",
        "SELECT region, COUNT(*) FROM veiled GROUP BY region HAVING COUNT(*) > 2 ORDER BY region; region-0|3,region-1|3",
        "SELECT id FROM (SELECT * FROM veiled ORDER BY id DESC LIMIT 3) ORDER BY id; 7,8,9",
        "WITH v AS (SELECT * FROM veiled) SELECT a.id FROM v a JOIN v b ON a.id = b.id + 8 ORDER BY a.id; 8,9",
        "SELECT id FROM (SELECT id, gap FROM veiled UNION ALL SELECT id, gap FROM odd) WHERE id = 9; 9,9",
        "SELECT v.id FROM customers c JOIN veiled v ON v.id = c.id WHERE v.region = 'region-3' ORDER BY v.id; 3,7",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY region ORDER BY id) FROM veiled WHERE id IN (1, 5) ORDER BY id; 1|1,5|2"
      })
  void all_else_of_its_table_stays_usable(String sql, String expected) throws Exception {
    answers(sql, expected);
  }

  @Test
  void explain_counts_rows_without_reading_a_column() throws Exception {
    assertThat(String.join("\n", lake.take("EXPLAIN SELECT COUNT(*) FROM dark").rows()))
        .contains("main.dark, version 1");
  }
}
