package dev.lake.benchmarks;

import dev.lake.client.LakeClient;
import dev.lake.harness.StandaloneLake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Whether an export of four times the rows needs more memory. */
final class MemoryBenchmark implements Benchmark {
  private static final int FACTOR = 4;

  @Override
  public String description() {
    return "peak RSS of the server while it exports four times the rows, against the rows once"
        + " (baseline: MiB); each in a server of its own";
  }

  @Override
  public void run(Settings settings, Consumer<Figure> report) throws Exception {
    double once = peakMiB(settings, settings.rows());
    double more = peakMiB(settings, settings.rows() * FACTOR);
    report.accept(Figure.ratio("rss-growth-ratio", more, once));
  }

  private static double peakMiB(Settings settings, long rows) throws Exception {
    Path tables = Tables.folder(settings, rows);
    Path data = Files.createTempDirectory("lake-benchmark");
    Path config = settings.config("memory", ExportBenchmark.local(data.resolve("results")));
    try (StandaloneLake lake =
            StandaloneLake.start(
                data, "--tables", tables.toString(), "--config", config.toString());
        LakeClient client = lake.client()) {
      ExportBenchmark.export(client, rows);
      double peak = peakOf(lake.process().pid());
      lake.stop();
      return peak;
    } finally {
      Folders.delete(data);
    }
  }

  /** Linux keeps the highest RSS of a process: its line VmHWM, in KiB. */
  private static double peakOf(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
      }
    }
    throw new IOException("this system does not tell the peak memory of a process");
  }
}
