package dev.lake.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.lake.protocol.QueryState;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.vector.BigIntVector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real process, started, stopped, killed and started again as a user does. */
final class StandaloneITCase {
  private static final long ROWS = 300_000;
  private static final String JOIN =
      "SELECT o.*, c.name FROM orders o JOIN sales.customers c ON o.customer_id = c.customer_id";

  @TempDir Path temporary;

  @Test
  @DisplayName("tables, port, tokens and certificate outlive a stop; --tables looks again")
  void aRestartGoesOnWhereItWas() throws IOException {
    Path tables = temporary.resolve("tables");
    Files.createDirectories(tables.resolve("sales"));
    DemoTables.writeOrders(tables.resolve("orders.lance").toString(), Map.of(), 1_000);
    Path data = temporary.resolve("data");
    Connection first;
    try (StandaloneLake lake = StandaloneLake.start(data, "--tables", tables.toString())) {
      first = lake.connection();
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(lake.connectionFile())))
          .isEqualTo("rw-------");
      assertThat(lake.output()).contains("lake is ready: " + first.uri());
      assertThat(count(lake, "SELECT COUNT(*) FROM main.orders WHERE id >= 10")).isEqualTo(990);
      refused(lake, "SELECT * FROM sales.customers", ErrorCode.UNKNOWN_TABLE);
      List<ProcessHandle> children = lake.process().descendants().toList();
      assertThat(lake.stop()).isEqualTo(128 + 15);
      assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }
    DemoTables.writeCustomers(tables.resolve("sales/customers.lance").toString(), Map.of(), 100);
    try (StandaloneLake lake = StandaloneLake.start(data, "--tables", tables.toString())) {
      assertThat(lake.connection()).isEqualTo(first);
      assertThat(tablesOf(lake)).containsExactly("main.orders", "sales.customers");
      assertThat(count(lake, "SELECT COUNT(*) FROM sales.customers")).isEqualTo(100);
      assertThat(filesIn(data.resolve("log"))).contains("lake.log");
    }
  }

  @Test
  @DisplayName("I3, I8: after kill -9 in the middle of an export it ends, whole or with a reason")
  void i3_aKilledExportIsNeverHalfVisible() throws IOException {
    Path tables = temporary.resolve("tables");
    Files.createDirectories(tables.resolve("sales"));
    DemoTables.writeOrders(tables.resolve("orders.lance").toString(), Map.of(), ROWS);
    DemoTables.writeCustomers(tables.resolve("sales/customers.lance").toString(), Map.of(), 1_000);
    Path data = temporary.resolve("data");
    byte[] handle;
    try (StandaloneLake lake = StandaloneLake.start(data, "--tables", tables.toString());
        LakeClient client = lake.client()) {
      Exports exports = client.exports();
      handle = exports.submit(JOIN, "survivor").handle();
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(50))
          .until(() -> exports.poll(handle).query().state() != QueryState.QUEUED);
      List<ProcessHandle> children = lake.process().descendants().toList();
      lake.kill();
      Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }
    try (StandaloneLake lake = StandaloneLake.start(data);
        LakeClient client = lake.client()) {
      Exports exports = client.exports();
      // The same submission is the same query: repeating it after the crash starts no other.
      ExportStatus again = exports.submit(JOIN, "survivor");
      ExportStatus done = exports.await(exports.poll(handle), status -> {});
      assertThat(again.query().query()).isEqualTo(done.query().query());
      assertThat(downloaded(exports, done)).isEqualTo(ROWS);
    } catch (LakeException failed) {
      assertThat(failed.code()).isNotEqualTo(ErrorCode.INTERNAL);
      assertThat(failed.getMessage()).isNotBlank();
    }
  }

  private long downloaded(Exports exports, ExportStatus done) {
    long rows = 0;
    for (PartEndpoint part : done.parts()) {
      exports.download(done, part, temporary.resolve("parts"));
      rows += part.summary().rows();
    }
    return rows;
  }

  private static long count(StandaloneLake lake, String sql) {
    try (LakeClient client = lake.client();
        QueryRows rows = client.query(sql)) {
      assertThat(rows.next()).isTrue();
      return ((BigIntVector) rows.batch().getVector(0)).get(0);
    }
  }

  private static void refused(StandaloneLake lake, String sql, ErrorCode code) {
    try (LakeClient client = lake.client()) {
      assertThatThrownBy(() -> client.query(sql))
          .isInstanceOfSatisfying(LakeException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
  }

  private static List<String> tablesOf(StandaloneLake lake) {
    try (LakeClient admin = lake.admin()) {
      TableResult.Listed listed =
          (TableResult.Listed) admin.administer(new TableCommand.ListTables());
      return listed.entries().stream().map(TableEntry::table).map(Object::toString).toList();
    }
  }

  private static List<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
