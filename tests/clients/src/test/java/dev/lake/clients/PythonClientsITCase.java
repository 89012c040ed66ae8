package dev.lake.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lake.harness.DemoTables;
import dev.lake.harness.StandaloneLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official ADBC Flight SQL driver for Python and pyarrow, in their stock versions, over TLS
 * with a token. Where there is no {@code python3}, each test is reported as skipped by its name.
 */
final class PythonClientsITCase {
  private static final Path CHECKS = Path.of("src/test/python/checks.py");
  private static final Duration ONE_CHECK = Duration.ofMinutes(2);
  private static final int ROWS = 20_000;

  private static @Nullable StandaloneLake lake;
  private static @Nullable PythonEnvironment python;

  @BeforeAll
  static void startLake(@TempDir Path folder) throws Exception {
    if (!PythonEnvironment.available()) {
      return;
    }
    python = PythonEnvironment.prepare();
    Path tables = Files.createDirectory(folder.resolve("tables"));
    DemoTables.writeOrders(tables.resolve("orders.lance").toString(), Map.of(), ROWS);
    DemoTables.writeCustomers(tables.resolve("customers.lance").toString(), Map.of(), 1_000);
    lake = StandaloneLake.start(folder.resolve("data"), "--tables", tables.toString());
  }

  @AfterAll
  static void stopLake() {
    if (lake != null) {
      lake.stop();
      lake.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select_one",
        "select_table",
        "select_join",
        "whole_table_streams_every_row",
        "two_statements_on_one_cursor",
        "prepared_schema_equals_stream_schema",
        "writes_are_refused",
        "unknown_table_is_named",
        "wrong_token_is_refused",
        "incremental_partitions",
        "pyarrow_flight_reads_a_statement"
      })
  void check(String name) throws Exception {
    PythonEnvironment environment = required();
    StandaloneLake server = Objects.requireNonNull(lake);
    PythonEnvironment.run(
        ONE_CHECK,
        environment.python(),
        CHECKS.toString(),
        server.connectionFile().toString(),
        name);
  }

  @Test
  void everyCheckOfTheScriptIsRun() throws Exception {
    String listed =
        PythonEnvironment.run(ONE_CHECK, required().python(), CHECKS.toString(), "--list");
    ValueSource run =
        PythonClientsITCase.class
            .getDeclaredMethod("check", String.class)
            .getAnnotation(ValueSource.class);
    assertThat(listed.lines()).containsExactly(run.strings());
  }

  private static PythonEnvironment required() {
    assumeTrue(python != null, "python3 is not on this machine");
    return Objects.requireNonNull(python);
  }
}
