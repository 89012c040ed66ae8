package dev.lake.benchmarks;

import dev.lake.client.LakeClient;
import dev.lake.client.QueryRows;
import dev.lake.harness.StandaloneLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/** How long small answers take, over Flight with TLS, once everything is warm. */
final class InteractiveBenchmark implements Benchmark {
  private static final long TABLE_ROWS = 1_000_000;
  private static final int WARM = 300;
  private static final int MEASURED = 400;

  @Override
  public String description() {
    return "latency of SELECT 1 and of a filtered LIMIT 100, over TLS, warm";
  }

  @Override
  public void run(Settings settings, Consumer<Figure> report) throws Exception {
    Path tables = Tables.folder(settings, TABLE_ROWS);
    Path data = Files.createTempDirectory("lake-benchmark");
    try (StandaloneLake lake = StandaloneLake.start(data, "--tables", tables.toString());
        LakeClient client = lake.client()) {
      measure(client, "select1", "SELECT 1", 1, report);
      measure(
          client,
          "limit100",
          "SELECT id, price, status FROM orders WHERE customer_id = 17 LIMIT 100",
          100,
          report);
      lake.stop();
    } finally {
      Folders.delete(data);
    }
  }

  private static void measure(
      LakeClient client, String name, String sql, long rows, Consumer<Figure> report) {
    for (int i = 0; i < WARM; i++) {
      milliseconds(client, sql, rows);
    }
    double[] taken = new double[MEASURED];
    for (int i = 0; i < MEASURED; i++) {
      taken[i] = milliseconds(client, sql, rows);
    }
    Arrays.sort(taken);
    report.accept(Figure.of(name + "-p50-ms", taken[MEASURED / 2], "ms"));
    report.accept(Figure.of(name + "-p95-ms", taken[MEASURED * 95 / 100], "ms"));
  }

  private static double milliseconds(LakeClient client, String sql, long expected) {
    long begun = System.nanoTime();
    long rows = 0;
    try (QueryRows answer = client.query(sql)) {
      while (answer.next()) {
        rows += answer.batch().getRowCount();
      }
    }
    if (rows != expected) {
      throw new IllegalStateException("expected " + expected + " rows, got " + rows);
    }
    return (System.nanoTime() - begun) / 1e6;
  }
}
