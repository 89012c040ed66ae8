package dev.lake.benchmarks;

import dev.lake.harness.DemoTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** The tables that are measured, written once and kept for the next run. */
final class Tables {
  private Tables() {}

  /** A folder that holds one table, {@code orders}, with 16 typed columns and so many rows. */
  static Path folder(Settings settings, long rows) {
    Path folder = settings.folder().resolve("orders-" + rows);
    Path dataset = folder.resolve("orders.lance");
    if (Files.exists(dataset)) {
      return folder;
    }
    System.err.printf("writing %,d rows to %s ...%n", rows, folder.getFileName());
    try {
      Path unfinished = settings.folder().resolve("unfinished");
      Folders.delete(unfinished);
      Files.createDirectories(unfinished);
      DemoTables.writeOrders(unfinished.resolve("orders.lance").toString(), Map.of(), rows);
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return folder;
  }
}
