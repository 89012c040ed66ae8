package dev.lake.benchmarks;

import dev.lake.client.ExportStatus;
import dev.lake.client.LakeClient;
import dev.lake.harness.StandaloneLake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** How fast a whole table is materialized, from submission to success, against the bare loop. */
final class ExportBenchmark implements Benchmark {
  private static final int WARM = 1;

  @Override
  public String description() {
    return "speed of a columnar export of the large table to a local result store, submission to"
        + " success, against scan -> IPC writer -> file (baseline: rows/s)";
  }

  @Override
  public void run(Settings settings, Consumer<Figure> report) throws Exception {
    Path tables = Tables.folder(settings, settings.rows());
    Path data = Files.createTempDirectory("lake-benchmark");
    Path config = settings.config("export", local(data.resolve("results")));
    try (StandaloneLake lake =
            StandaloneLake.start(
                data, "--tables", tables.toString(), "--config", config.toString());
        LakeClient client = lake.client()) {
      for (int i = 0; i < WARM; i++) {
        export(client, settings.rows());
      }
      double best = Double.MAX_VALUE;
      double bare = Double.MAX_VALUE;
      for (int round = 0; round < settings.rounds(); round++) {
        best = Math.min(best, export(client, settings.rows()));
        bare =
            Math.min(
                bare, BareLoop.seconds(tables.resolve("orders.lance"), data.resolve("bare.arrow")));
      }
      report.accept(
          Figure.ratio("columnar-export-ratio", settings.rows() / best, settings.rows() / bare));
      lake.stop();
    } finally {
      Folders.delete(data);
    }
  }

  /** Results in a directory of this machine. */
  static List<String> local(Path results) {
    return List.of("results:", "  directory: " + results);
  }

  /** Exports the table and returns how many seconds that took. */
  static double export(LakeClient client, long expected) {
    long begun = System.nanoTime();
    ExportStatus done =
        client.exports().run("SELECT * FROM orders", UUID.randomUUID().toString(), status -> {});
    if (done.rows() != expected) {
      throw new IllegalStateException("expected " + expected + " rows, got " + done.rows());
    }
    return (System.nanoTime() - begun) / 1e9;
  }
}
