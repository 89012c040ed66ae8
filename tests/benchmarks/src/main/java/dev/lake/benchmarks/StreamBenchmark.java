package dev.lake.benchmarks;

import dev.lake.client.LakeClient;
import dev.lake.client.QueryRows;
import dev.lake.harness.StandaloneLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** How fast a whole table streams to a client over plain loopback, against the bare loop. */
final class StreamBenchmark implements Benchmark {
  private static final int WARM = 2;

  @Override
  public String description() {
    return "speed of SELECT * of the large table to a Java client over plain loopback, against scan"
        + " -> IPC file (baseline: rows/s)";
  }

  @Override
  public void run(Settings settings, Consumer<Figure> report) throws Exception {
    Path tables = Tables.folder(settings, settings.rows());
    Path config =
        settings.config(
            "stream",
            List.of(
                "frontend:",
                "  tls:",
                "    source: none",
                "interactive:",
                "  max-result-bytes: 64 GiB"));
    Path data = Files.createTempDirectory("lake-benchmark");
    try (StandaloneLake lake =
            StandaloneLake.start(
                data, "--tables", tables.toString(), "--config", config.toString());
        LakeClient client = lake.client()) {
      for (int i = 0; i < WARM; i++) {
        stream(client, settings.rows());
      }
      Stream best = new Stream(Double.MAX_VALUE, Double.MAX_VALUE);
      double bare = Double.MAX_VALUE;
      for (int round = 0; round < settings.rounds(); round++) {
        best = best.better(stream(client, settings.rows()));
        bare =
            Math.min(
                bare, BareLoop.seconds(tables.resolve("orders.lance"), data.resolve("bare.arrow")));
      }
      report.accept(
          Figure.ratio("stream-ratio", settings.rows() / best.seconds, settings.rows() / bare));
      report.accept(Figure.of("first-batch-ms", best.firstBatchMs, "ms"));
      lake.stop();
    } finally {
      Folders.delete(data);
    }
  }

  private record Stream(double seconds, double firstBatchMs) {
    Stream better(Stream other) {
      return new Stream(
          Math.min(seconds, other.seconds), Math.min(firstBatchMs, other.firstBatchMs));
    }
  }

  private static Stream stream(LakeClient client, long expected) {
    long begun = System.nanoTime();
    double first = 0;
    long rows = 0;
    try (QueryRows answer = client.query("SELECT * FROM orders")) {
      while (answer.next()) {
        if (rows == 0) {
          first = (System.nanoTime() - begun) / 1e6;
        }
        rows += answer.batch().getRowCount();
      }
    }
    if (rows != expected) {
      throw new IllegalStateException("expected " + expected + " rows, got " + rows);
    }
    return new Stream((System.nanoTime() - begun) / 1e9, first);
  }
}
