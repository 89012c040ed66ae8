package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.jobs.sql.LiteralRows;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.lance.columnar.ArrowBatch;
import dev.lake.lance.dataset.ScanSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** I1: one statement, one schema and one multiset of rows, whichever path runs it. */
class PathsAgreeITCase {

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
  @ValueSource(
      strings = {
        "SELECT * FROM orders",
        "SELECT big AS b, id, emb FROM orders",
        "SELECT half, `at`, memo, pair FROM orders LIMIT 2000",
        "SELECT id, name FROM orders WHERE customer = 3",
        "SELECT id FROM orders WHERE name IS NULL AND id > 500",
        "SELECT id, price FROM orders WHERE price > 10.5 AND flag",
        "SELECT id, `day` FROM orders WHERE `day` BETWEEN DATE '1970-02-01' AND DATE '1970-03-01'",
        "SELECT id FROM orders WHERE name LIKE 'name-1%'",
        "SELECT id, `at` FROM orders WHERE id IN (1, 2, 3, 999, 5000)",
        "SELECT id, id FROM orders WHERE id < 5",
        "SELECT 1",
        "SELECT 1 AS a, 'x' AS a, CAST(NULL AS DOUBLE) AS n, DATE '2024-02-29' AS d",
        "SELECT TIMESTAMP '1969-12-31 23:59:59.999999999' AS t, 1.25 AS d, X'00FF' AS bin, TRUE",
        "VALUES (1, 'a'), (2, 'bcd'), (3, CAST(NULL AS STRING))",
        "SELECT id FROM orders LIMIT 0",
        "SELECT id FROM orders WHERE 1 = 0",
        "SELECT region, id FROM veiled",
        "SELECT id FROM veiled WHERE id > 3 AND region <> 'region-0'",
        "SELECT id FROM (SELECT * FROM veiled) LIMIT 20",
        "SELECT COUNT(*) FROM veiled",
        "SELECT 'x' FROM veiled WHERE region = 'region-1'"
      })
  void i1_direct_columnar_and_row_paths_agree(String sql) throws Exception {
    Lake.Answer direct = lake.take(lake.plan(sql), Lake.config(true));
    Lake.Answer cluster = lake.take(lake.plan(sql), Lake.config(false));
    Lake.Answer rows = lake.take(new RowsOnly(lake.plan(sql)), Lake.config(false));

    assertThat(cluster.schema()).isEqualTo(direct.schema());
    assertThat(rows.schema()).isEqualTo(direct.schema());
    assertThat(direct.schema()).isEqualTo(lake.plan(sql).schema());
    assertThat(cluster.rows()).containsExactlyInAnyOrderElementsOf(direct.rows());
    assertThat(rows.rows()).containsExactlyInAnyOrderElementsOf(direct.rows());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 257, 700, 1_000, 1_001})
  void a_limit_is_exact_over_several_fragments_on_every_path(int limit) throws Exception {
    for (String columns : List.of("id, name", "id + 0 AS id")) {
      String sql = "SELECT " + columns + " FROM orders LIMIT " + limit;
      int rows = Math.min(limit, Lake.ORDERS);

      assertThat(lake.take(lake.plan(sql), Lake.config(true)).rows())
          .hasSize(rows)
          .doesNotHaveDuplicates();
      assertThat(lake.take(lake.plan(sql), Lake.config(false)).rows())
          .hasSize(rows)
          .doesNotHaveDuplicates();
      assertThat(lake.take(new RowsOnly(lake.plan(sql)), Lake.config(false)).rows())
          .hasSize(rows)
          .doesNotHaveDuplicates();
    }
  }

  /** Hides from the engine that a plan could go another way. */
  private record RowsOnly(PlannedQuery plan) implements PlannedQuery {
    @Override
    public Schema schema() {
      return plan.schema();
    }

    @Override
    public RowType rowType() {
      return plan.rowType();
    }

    @Override
    public boolean ordered() {
      return plan.ordered();
    }

    @Override
    public Optional<ScanSpec> bareScan() {
      return Optional.empty();
    }

    @Override
    public Optional<LiteralRows> literalRows() {
      return Optional.empty();
    }

    @Override
    public String explain() {
      return plan.explain();
    }

    @Override
    public StreamGraph rowsJob(Sink<RowData> sink, String jobName, int parallelism) {
      return plan.rowsJob(sink, jobName, parallelism);
    }

    @Override
    public StreamGraph batchesJob(Sink<ArrowBatch> sink, String jobName, int parallelism) {
      return plan.batchesJob(sink, jobName, parallelism);
    }
  }
}
