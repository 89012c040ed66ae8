package dev.lake.lance.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.lance.LanceTables;
import dev.lake.lance.dataset.Predicate.Comparison;
import dev.lake.lance.dataset.Predicate.Literal;
import dev.lake.lance.dataset.Predicate.Literal.TextValue;
import dev.lake.lance.dataset.Predicate.Not;
import dev.lake.lance.dataset.Predicate.Operator;
import dev.lake.lance.dataset.Predicate.Or;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a process of its own: bare in a filter, each of these texts aborts the process. */
@DisplayName("Text that aborts the process as a filter is harmless as a value and as a name")
class HostileLiteralsITCase {
  private static final List<String> TEXTS =
      List.of(
          "?",
          "$1",
          ":x",
          "N'q'",
          "$$",
          "$tag$",
          "X'00'",
          "E'\\n'",
          "--",
          "/*",
          "*/",
          ";",
          "\\",
          "'",
          "''",
          "\"",
          "a\nb",
          "{fn x()}",
          "@v",
          "#",
          "`",
          "%",
          "\u0001",
          "\u00e9",
          " ? ",
          "1 OR 1=1",
          "' OR '1'='1");

  @TempDir Path directory;

  @Test
  void survives() throws Exception {
    Path path = directory.resolve("hostile.lance");
    List<Field> columns =
        Stream.concat(Stream.of("value"), columnNames())
            .map(name -> LanceTables.column(name, ArrowType.Utf8.INSTANCE))
            .toList();
    LanceTables.create(
        path,
        new org.apache.arrow.vector.types.pojo.Schema(columns),
        1000,
        root -> {
          for (int i = 0; i < TEXTS.size(); i++) {
            for (int column = 0; column < columns.size(); column++) {
              ((VarCharVector) root.getVector(column))
                  .setSafe(i, TEXTS.get(i).getBytes(StandardCharsets.UTF_8));
            }
          }
          root.setRowCount(TEXTS.size());
        });

    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Xmx256m",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-XX:ErrorFile=" + directory.resolve("hs_err.log"),
                "-cp",
                System.getProperty("java.class.path"),
                HostileLiteralsITCase.class.getName(),
                path.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out.txt").toFile())
            .start();
    try {
      assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).as(() -> read(directory.resolve("out.txt"))).isZero();
    } finally {
      child.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return java.nio.file.Files.readString(file);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  private static Stream<String> columnNames() {
    return TEXTS.stream().filter(ReadableColumns::scannableName);
  }

  /** In the child: exits with an exception where an answer is wrong. */
  public static void main(String[] arguments) {
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1);
        BufferAllocator allocator = new RootAllocator()) {
      DatasetDescription dataset = datasets.latest(arguments[0]);
      for (String text : TEXTS) {
        Literal value = new TextValue(text);
        Predicate equal = new Comparison("value", Operator.EQUAL, value);
        expect(dataset, allocator, equal, 1);
        expect(dataset, allocator, new Not(equal), TEXTS.size() - 1);
        expect(dataset, allocator, new Predicate.In("value", List.of(value)), 1);
      }
      columnNames()
          .forEach(
              name ->
                  expect(
                      dataset,
                      allocator,
                      new Comparison(name, Operator.EQUAL, new TextValue("?")),
                      1));
      List<Predicate> chain =
          new ArrayList<>(
              Collections.nCopies(
                  5000, new Comparison("value", Operator.EQUAL, new TextValue("?"))));
      expect(dataset, allocator, new Or(chain), 1);
      Predicate deep = new Comparison("value", Operator.EQUAL, new TextValue("?"));
      for (int i = 0; i < FilterText.MOST_DEPTH - 2; i++) {
        deep = new Not(deep);
      }
      expect(dataset, allocator, deep, 1);
    }
  }

  private static void expect(
      DatasetDescription dataset, BufferAllocator allocator, Predicate filter, long expected) {
    ScanSpec spec =
        new ScanSpec(
            dataset.location(),
            dataset.version(),
            dataset.incarnation(),
            List.of("value"),
            filter,
            ScanSpec.NO_LIMIT,
            1024,
            StorageProfiles.NONE);
    long rows = 0;
    try (BatchReader reader = Scans.open(spec, allocator)) {
      while (reader.next()) {
        rows += reader.root().getRowCount();
      }
    }
    if (rows != expected) {
      throw new IllegalStateException(filter + " keeps " + rows + " rows, not " + expected);
    }
  }
}
