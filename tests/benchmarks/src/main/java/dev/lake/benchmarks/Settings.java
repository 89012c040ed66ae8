package dev.lake.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run was asked for.
 *
 * @param folder where generated tables are kept between runs
 * @param rows of the large table
 * @param rounds how often a measurement is repeated; the best counts, on both sides
 */
record Settings(Path folder, long rows, int rounds) {

  /** A configuration file of these lines, beside the tables. */
  Path config(String name, List<String> lines) {
    try {
      Files.createDirectories(folder);
      return Files.write(folder.resolve(name + ".yaml"), lines);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
