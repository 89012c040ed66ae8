package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.flink.api.common.JobStatus;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds, stops and failures of running statements. */
class EngineITCase {

  /** More rows than anybody waits for: its first rows must come long before its end. */
  private static final String ENDLESS =
      "SELECT a.id + b.id + c.id AS n FROM orders a, orders b, orders c";

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

  private static void failsWith(ErrorCode code, String words, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(LakeException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(words);
  }

  private static boolean idle() {
    return lake.cluster.jobs().join().stream()
        .allMatch(job -> job.status().isGloballyTerminalState());
  }

  @Test
  void i10_first_rows_come_early_and_closing_stops_the_job() {
    try (InteractiveEngine engine = new InteractiveEngine(lake.cluster, Lake.config(true));
        BufferAllocator query = lake.memory.newChildAllocator("query", 0, 64L << 20)) {
      ResultCursor cursor = engine.run(lake.plan(ENDLESS), query);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                if (cursor.poll() instanceof ResultCursor.Batch batch) {
                  batch.rows().close();
                  return true;
                }
                return false;
              });

      cursor.close();
      cursor.close();

      assertThat(cursor.released()).isDone();
      assertThat(query.getAllocatedMemory()).isZero();
      await().atMost(Duration.ofSeconds(2)).until(EngineITCase::idle);
      failsWith(ErrorCode.QUERY_CANCELLED, "cancelled", cursor::poll);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {ENDLESS, "SELECT * FROM wide"})
  void i7_a_consumer_that_does_not_poll_holds_little(String sql) {
    try (InteractiveEngine engine = new InteractiveEngine(lake.cluster, Lake.config(true));
        BufferAllocator query = lake.memory.newChildAllocator("query", 0, 64L << 20);
        ResultCursor cursor = engine.run(lake.plan(sql), query)) {
      await()
          .during(Duration.ofMillis(500))
          .atMost(Duration.ofSeconds(20))
          .until(() -> query.getAllocatedMemory() > 0);

      assertThat(query.getPeakMemoryAllocation()).isLessThan(32L << 20);
      cursor.cancel();
      await().atMost(Duration.ofSeconds(2)).until(() -> query.getAllocatedMemory() == 0);
    }
  }

  @Test
  void a6_wide_rows_are_cut_by_bytes() throws Exception {
    Lake.Answer answer = lake.take("SELECT emb, id FROM wide");

    assertThat(answer.rows()).hasSize(300);
    assertThat(answer.batchBytes()).allMatch(bytes -> bytes <= 3_500L << 10).hasSizeGreaterThan(5);
  }

  @Test
  void a6_a_row_goes_alone_up_to_a_bound_and_is_named_beyond() throws Exception {
    String eight = "REPEAT(region, 1000000)";
    String row = "SELECT " + eight + ", " + eight;

    Lake.Answer fits = lake.take(row + " FROM customers WHERE id < 2");

    assertThat(fits.rows()).hasSize(2);
    assertThat(fits.batchBytes()).hasSize(2).allMatch(bytes -> bytes > 15 << 20);
    failsWith(
        ErrorCode.RESULT_TOO_LARGE,
        "One row of the result has",
        () -> lake.take(row + ", " + eight + " FROM customers WHERE id < 2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {ENDLESS, "SELECT * FROM wide"})
  void i7_a_result_over_the_bound_says_what_to_do(String sql) {
    InteractiveConfig config = bounded(4L << 20, Duration.ofSeconds(60));

    failsWith(
        ErrorCode.RESULT_TOO_LARGE, "PollFlightInfo", () -> lake.take(lake.plan(sql), config));
    await().atMost(Duration.ofSeconds(2)).until(EngineITCase::idle);
  }

  @Test
  void i7_a_statement_that_runs_too_long_is_stopped() {
    String sql = "SELECT COUNT(*) FROM orders a, orders b, orders c WHERE a.id + b.id < c.id";
    InteractiveConfig config = bounded(1L << 30, Duration.ofSeconds(2));

    failsWith(
        ErrorCode.DEADLINE_EXCEEDED,
        "longer than the 2 s",
        () -> lake.take(lake.plan(sql), config));
    await().atMost(Duration.ofSeconds(5)).until(EngineITCase::idle);
  }

  private static InteractiveConfig bounded(long bytes, Duration time) {
    InteractiveConfig defaults = InteractiveConfig.defaults();
    return new InteractiveConfig(
        defaults.batchBytes(),
        defaults.maxBatchBytes(),
        defaults.maxRowBytes(),
        bytes,
        time,
        defaults.flushAfter(),
        true,
        2);
  }

  @Test
  void i6_a_failing_value_is_told_without_the_value() {
    assertThatThrownBy(() -> lake.take("SELECT CAST(name AS INT) FROM orders WHERE id = 1"))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUERY_FAILED))
        .hasMessageContaining("cannot be read as a number")
        .hasMessageNotContaining("name-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT id FROM orders WHERE name SIMILAR TO '(unique'; QUERY_FAILED",
        "SELECT JSON_VALUE(name, 'strict $.x' ERROR ON ERROR) FROM orders; QUERY_FAILED",
        "SELECT DATE_FORMAT(TIMESTAMP '2020-01-01 00:00:00', 'unique{{'); QUERY_FAILED",
        "SELECT ENCODE(name, 'unique') FROM orders; QUERY_FAILED",
        "SELECT id FROM orders WHERE id = 'unique'; INVALID_STATEMENT",
        "SELECT id FROM orders WHERE name LIKE 'unique@' ESCAPE '@'; INVALID_STATEMENT"
      })
  void i6_what_the_statement_itself_got_wrong_is_no_internal_error(String sql, ErrorCode code) {
    assertThatThrownBy(() -> lake.take(sql))
        .isInstanceOfSatisfying(LakeException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageNotContaining("unique");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT id FROM orders", "SELECT COUNT(name) FROM orders"})
  void i2_a_version_that_goes_after_planning_fails_the_statement(String sql) throws Exception {
    Path other = directory.resolve("other-" + sql.length());
    Files.createDirectories(other);
    try (Lake gone = new Lake(other)) {
      PlannedQuery plan = gone.plan(sql);
      remove(gone.root.resolve("orders"));

      assertThatThrownBy(() -> gone.take(plan, Lake.config(true)))
          .isInstanceOfSatisfying(
              LakeException.class,
              e ->
                  assertThat(e.code())
                      .isIn(
                          ErrorCode.VERSION_GONE,
                          ErrorCode.DATASET_UNREADABLE,
                          ErrorCode.DATASET_CHANGED))
          .hasMessageNotContaining(other.toString());
    }
  }

  private static void remove(Path directory) throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void c8_sixteen_statements_of_three_joins_at_once() throws Exception {
    String sql =
        "SELECT c.region, COUNT(*) AS n FROM orders a JOIN orders b ON a.id = b.id JOIN orders d ON"
            + " b.id = d.id JOIN customers c ON a.customer = c.id GROUP BY c.region ORDER BY n, region";
    ExecutorService clients = Executors.newFixedThreadPool(16);
    try {
      Callable<List<String>> client = () -> lake.take(sql).rows();
      List<Future<List<String>>> answers = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        answers.add(clients.submit(client));
      }
      for (Future<List<String>> answer : answers) {
        assertThat(answer.get(120, TimeUnit.SECONDS))
            .containsExactly("region-0|200", "region-1|200", "region-2|200", "region-3|200");
      }
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void a_stopped_job_is_remembered_as_cancelled() {
    try (InteractiveEngine engine = new InteractiveEngine(lake.cluster, Lake.config(true));
        BufferAllocator query = lake.memory.newChildAllocator("query", 0, 64L << 20)) {
      ResultCursor cursor = engine.run(lake.plan(ENDLESS), query);
      cursor.cancel();
      cursor.close();

      assertThat(cursor.released()).succeedsWithin(Duration.ofSeconds(10));
    }
    await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () ->
                lake.cluster.jobs().join().stream()
                    .noneMatch(job -> job.status() == JobStatus.RUNNING));
  }
}
