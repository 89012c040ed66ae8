package dev.lake.demo;

import dev.lake.client.ExportStatus;
import dev.lake.client.Exports;
import dev.lake.client.LakeClient;
import dev.lake.client.PartEndpoint;
import dev.lake.harness.DemoTables;
import dev.lake.harness.Orders;
import dev.lake.harness.StandaloneLake;
import dev.lake.protocol.Connection;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;

/** The steps of the demo. */
final class DemoRun {
  private static final String ORDERS = "s3://sources/orders.lance";
  private static final String CUSTOMERS = "s3://sources/customers.lance";

  private final Report report;
  private final long rows;
  private final Path data;
  private final Scratch scratch;
  private final Expected expected;

  DemoRun(Report report, long rows, Path data, Scratch scratch) {
    this.report = report;
    this.rows = rows;
    this.data = data;
    this.scratch = scratch;
    this.expected = new Expected(rows);
  }

  void run() {
    StandaloneLake lake =
        scratch.own(StandaloneLake.start(data, "--config", smallParts().toString()));
    Connection connection = lake.connection();
    report.step(
        "start",
        "lake standalone is ready at "
            + connection.uri()
            + " (process "
            + lake.process().pid()
            + ")",
        Map.of("uri", connection.uri()));
    writeTables(lake);
    register(lake);
    queryWithAdbc(connection);
    queryWithJdbc(connection);
    export(lake);
    stop(lake);
  }

  /** Small parts, so that there are several of them. */
  private Path smallParts() {
    try {
      return Files.writeString(scratch.path("lake.yaml"), "deferred: {part-bytes: 32 MiB}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeTables(StandaloneLake lake) {
    Map<String, String> store = lake.store().lanceOptions();
    DemoTables.writeOrders(ORDERS, store, rows);
    DemoTables.writeCustomers(CUSTOMERS, store, Orders.CUSTOMERS);
    report.step(
        "write",
        "wrote %,d orders of 16 columns and %,d customers as Lance tables into the source bucket"
            .formatted(rows, Orders.CUSTOMERS),
        Map.of("orders", rows, "customers", Orders.CUSTOMERS));
  }

  private void register(StandaloneLake lake) {
    try (LakeClient admin = lake.admin()) {
      register(admin, "orders", ORDERS);
      register(admin, "customers", CUSTOMERS);
      TableResult described =
          admin.administer(new TableCommand.Describe(TableName.parse("orders")));
      if (described instanceof TableResult.Described orders) {
        report.check("rows of orders", rows, orders.rows());
        report.check("columns of orders", 16, orders.columns().size());
      }
    }
    report.step(
        "register",
        "registered lake.main.orders and lake.main.customers, both following the latest version",
        Map.of());
  }

  private static void register(LakeClient admin, String table, String location) {
    admin.administer(
        new TableCommand.Register(TableName.parse(table), location, OptionalLong.empty()));
  }

  private void queryWithAdbc(Connection connection) {
    List<Expected.StatusTotal> found = AdbcReader.totalsByStatus(connection);
    report.check("totals by status", expected.totalsByStatus(), found);
    report.step(
        "adbc",
        "ADBC: GROUP BY over %,d rows: %s".formatted(rows, found),
        Map.of("groups", found.size()));
  }

  private void queryWithJdbc(Connection connection) {
    Map<String, Long> found = JdbcReader.giftsByRegion(connection);
    report.check("gifts by region", expected.giftsByRegion(), found);
    report.step(
        "jdbc", "JDBC: join of orders and customers: " + found, Map.of("groups", found.size()));
  }

  private void export(StandaloneLake lake) {
    try (LakeClient client = lake.client()) {
      Exports exports = client.exports();
      ExportStatus done =
          exports.run(
              "SELECT * FROM orders",
              UUID.randomUUID().toString(),
              status -> report.note(progress(status)));
      report.check("announced rows", rows, done.rows());
      report.step(
          "export",
          "exported %,d rows to %d parts, %,d bytes, by PollFlightInfo"
              .formatted(done.rows(), done.parts().size(), done.bytes()),
          Map.of("rows", done.rows(), "parts", done.parts().size(), "bytes", done.bytes()));
      download(lake, exports, done);
    }
  }

  private static String progress(ExportStatus status) {
    return "query %s %s: %,d rows, %,d bytes"
        .formatted(
            status.query().query().value(),
            status.query().state(),
            status.query().progress().rows(),
            status.query().progress().bytes());
  }

  private void download(StandaloneLake lake, Exports exports, ExportStatus done) {
    Path directory = scratch.directory("parts");
    StoredResult stored = StoredResult.read(lake, done.query().query());
    report.check("parts in the manifest", done.parts().size(), stored.manifest().parts().size());
    long read = 0;
    for (int i = 0; i < done.parts().size(); i++) {
      PartEndpoint part = done.parts().get(i);
      Path file = exports.download(done, part, directory);
      report.check("part name", stored.manifest().parts().get(i).name(), part.summary().name());
      stored.check(report, i, file);
      read += ArrowFiles.checkIds(report, file, expected);
    }
    report.check("rows read from the files", rows, read);
    report.check("sum of all ids", expected.sumOfIds(), expected.sumOfIdsSeen());
    report.step(
        "download",
        "downloaded %d parts: rows, bytes and digests are the manifest's, every id is there"
            .formatted(done.parts().size()),
        Map.of("rows", read, "parts", done.parts().size()));
  }

  private void stop(StandaloneLake lake) {
    List<ProcessHandle> children = lake.process().descendants().toList();
    report.check("child processes while it runs", true, !children.isEmpty());
    int status = lake.stop();
    report.check("lake ended by the signal it was sent", 128 + 15, status);
    report.check(
        "child processes left", 0L, children.stream().filter(ProcessHandle::isAlive).count());
    report.step("stop", "stopped; nothing is left running", Map.of("status", status));
  }
}
