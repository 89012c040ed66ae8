package dev.lake.lance.dataset;

import static dev.lake.lance.dataset.DatasetsITCase.fails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.LanceTables;
import dev.lake.lance.NumberTable;
import dev.lake.lance.dataset.DatasetException.Kind;
import dev.lake.lance.dataset.Predicate.Comparison;
import dev.lake.lance.dataset.Predicate.Literal.IntegerValue;
import dev.lake.lance.dataset.Predicate.Literal.TextValue;
import dev.lake.lance.dataset.Predicate.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScansITCase {
  private static final List<String> ALL = List.of("n", "text", "third");

  @TempDir Path directory;

  private final BufferAllocator allocator = new RootAllocator(256L << 20);

  @AfterEach
  void everythingComesBack() {
    allocator.close();
  }

  private Path numbers(int rows) {
    Path path = directory.resolve("numbers.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, rows));
    return path;
  }

  private static ScanSpec scan(
      Path path, List<String> columns, @Nullable Predicate filter, long limit) {
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1)) {
      DatasetDescription dataset = datasets.latest(path.toString());
      return new ScanSpec(
          dataset.location(),
          dataset.version(),
          dataset.incarnation(),
          columns,
          filter,
          limit,
          16,
          StorageProfiles.NONE);
    }
  }

  private static ScanSpec scan(Path path) {
    return scan(path, ALL, null, ScanSpec.NO_LIMIT);
  }

  private List<Long> numbers(ScanSpec spec, ScanRange range) {
    List<Long> numbers = new ArrayList<>();
    try (BatchReader reader = Scans.open(spec, range, allocator)) {
      while (reader.next()) {
        VectorSchemaRoot batch = reader.root();
        assertThat(batch.getSchema()).isEqualTo(reader.schema());
        assertThat(batch.getRowCount()).isBetween(1, spec.batchRows());
        BigIntVector n = (BigIntVector) batch.getVector("n");
        for (int i = 0; i < batch.getRowCount(); i++) {
          numbers.add(n.get(i));
        }
      }
    }
    return numbers;
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private static Predicate over(long n) {
    return new Comparison("n", Operator.GREATER, new IntegerValue(n));
  }

  @Test
  void readsEverythingInOrder() {
    Path path = numbers(100);
    LanceTables.delete(path, "n < 5");
    assertThat(numbers(scan(path), ScanRange.WHOLE)).isEqualTo(range(5, 100));
  }

  @Test
  void readsSharesOfFragments() {
    Path path = numbers(100);
    LanceTables.delete(path, "n < 5");
    ScanSpec spec = scan(path);

    assertThat(numbers(spec, ScanRange.fragment(1))).isEqualTo(range(40, 80));
    assertThat(numbers(spec, new ScanRange(0, 0, 10))).isEqualTo(range(5, 15));
    assertThat(numbers(spec, new ScanRange(0, 30, 10))).isEqualTo(range(35, 40));
    assertThat(numbers(spec, new ScanRange(1, 35, ScanRange.ALL_ROWS))).isEqualTo(range(75, 80));
  }

  @Test
  void givesColumnsInTheOrderAsked() {
    ScanSpec spec = scan(numbers(10), List.of("third", "n"), null, ScanSpec.NO_LIMIT);
    try (BatchReader reader = Scans.open(spec, allocator)) {
      assertThat(reader.schema().getFields())
          .extracting(Field::getName)
          .containsExactly("third", "n");
      assertThat(reader.next()).isTrue();
      assertThat(reader.root().getSchema()).isEqualTo(reader.schema());
    }
  }

  @Test
  void countsRowsWithoutColumns() {
    Path path = numbers(100);
    assertThat(rows(scan(path, List.of(), null, ScanSpec.NO_LIMIT))).isEqualTo(100);
    assertThat(rows(scan(path, List.of(), over(59), ScanSpec.NO_LIMIT))).isEqualTo(40);
    assertThat(rows(scan(path, List.of(), over(59), 7))).isEqualTo(7);
  }

  private long rows(ScanSpec spec) {
    long rows = 0;
    try (BatchReader reader = Scans.open(spec, allocator)) {
      while (reader.next()) {
        rows += reader.root().getRowCount();
      }
    }
    return rows;
  }

  @Test
  void appliesTheLimitAfterTheFilter() {
    Path path = numbers(100);
    assertThat(numbers(scan(path, ALL, over(89), 4), ScanRange.WHOLE)).isEqualTo(range(90, 94));
    assertThat(numbers(scan(path, ALL, null, 45), ScanRange.WHOLE)).isEqualTo(range(0, 45));
    assertThat(numbers(scan(path, ALL, null, 0), ScanRange.WHOLE)).isEmpty();
  }

  @Test
  void readsAnEmptyTable() {
    assertThat(numbers(scan(numbers(0)), ScanRange.WHOLE)).isEmpty();
  }

  @Test
  @DisplayName("I2: a scan checks version and incarnation itself")
  void i2RefusesAnotherIncarnation() throws IOException {
    Path path = numbers(100);
    ScanSpec spec = scan(path);
    DatasetsITCase.deleteAll(path);
    numbers(50);
    fails(Kind.CHANGED, () -> Scans.open(spec, allocator));
    LanceTables.overwrite(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 10));
    LanceTables.cleanUp(path);
    fails(Kind.VERSION_GONE, () -> Scans.open(spec, allocator));
    DatasetsITCase.deleteAll(path);
    fails(Kind.MISSING, () -> Scans.open(spec, allocator));
  }

  @Test
  @DisplayName("I2: files removed after the check fail the scan, they are never replaced")
  void i2FailsWhenTheVersionGoesAwayUnderTheScan() throws IOException {
    Path path = numbers(100);
    ScanSpec spec = scan(path);
    try (PinnedScan scan = PinnedScan.open(spec, allocator)) {
      LanceTables.overwrite(path, NumberTable.SCHEMA, 40, NumberTable.rows(500, 600));
      LanceTables.cleanUp(path);
      fails(Kind.VERSION_GONE, () -> drain(scan));
    }
  }

  @Test
  @DisplayName("I2: a dataset re-created after the check fails the scan")
  void i2FailsWhenTheDatasetIsReplacedUnderTheScan() throws IOException {
    Path path = numbers(100);
    try (PinnedScan scan = PinnedScan.open(scan(path), allocator)) {
      DatasetsITCase.deleteAll(path);
      numbers(100);
      fails(Kind.CHANGED, () -> drain(scan));
    }
  }

  private static void drain(PinnedScan scan) {
    try (BatchReader reader = scan.read(ScanRange.WHOLE)) {
      while (reader.next()) {
        assertThat(reader.root().getRowCount()).isPositive();
      }
    }
  }

  @Test
  void namesDamagedAndMissingFiles() throws IOException {
    Path path = numbers(100);
    ScanSpec spec = scan(path);
    try (Stream<Path> files = Files.list(path.resolve("data"))) {
      Path file = files.sorted().findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      fails(Kind.UNREADABLE, () -> numbers(spec, ScanRange.WHOLE));
      Files.delete(file);
      fails(Kind.UNREADABLE, () -> numbers(spec, ScanRange.WHOLE));
    }
  }

  @Test
  void namesColumnsThatCannotBeScanned() {
    Path path = numbers(10);
    for (String column : List.of("none", "a.b", "a`b", "N")) {
      fails(
          Kind.UNSUPPORTED_FEATURE,
          () -> Scans.open(scan(path, List.of(column), null, ScanSpec.NO_LIMIT), allocator));
    }
  }

  @Test
  void refusesBlobColumnsByName() {
    Path path = directory.resolve("blobs.lance");
    Field blob =
        new Field(
            "picture",
            new FieldType(
                true, ArrowType.LargeBinary.INSTANCE, null, Map.of("lance-encoding:blob", "true")),
            null);
    LanceTables.create(
        path,
        LanceTables.schema(blob, LanceTables.column("n", new ArrowType.Int(64, true))),
        10,
        root -> {
          ((LargeVarBinaryVector) root.getVector(0)).setSafe(0, new byte[] {1});
          ((BigIntVector) root.getVector(1)).setSafe(0, 1);
          root.setRowCount(1);
        });

    assertThatThrownBy(
            () -> Scans.open(scan(path, List.of("picture"), null, ScanSpec.NO_LIMIT), allocator))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("picture")
        .hasMessageContaining("blobs");
    assertThat(numbers(scan(path, List.of("n"), null, ScanSpec.NO_LIMIT), ScanRange.WHOLE))
        .containsExactly(1L);
  }

  @Test
  void namesARefusedFilter() {
    Path path = numbers(10);
    Predicate wrongType = new Comparison("n", Operator.EQUAL, new TextValue("x"));
    Predicate emoji = new Comparison("text", Operator.EQUAL, new TextValue("\ud83d\ude00"));
    fails(
        Kind.BAD_FILTER,
        () -> Scans.open(scan(path, ALL, wrongType, ScanSpec.NO_LIMIT), allocator));
    fails(Kind.BAD_FILTER, () -> Scans.open(scan(path, ALL, emoji, ScanSpec.NO_LIMIT), allocator));
  }

  @Test
  @DisplayName("I7: a batch over the allocator's limit is a named error")
  void i7NamesABatchThatIsTooLarge() {
    Path path = numbers(100);
    ScanSpec spec = scan(path);
    BufferAllocator small = allocator.newChildAllocator("small", 0, 256);
    fails(
        Kind.TOO_LARGE,
        () -> {
          try (BatchReader reader = Scans.open(spec, small)) {
            reader.next();
          }
        });
  }

  @Test
  void writesDictionariesOut() throws IOException {
    Path path = directory.resolve("dictionary.lance");
    LanceTables.createWithDictionary(path, "letter", List.of("x", "y"), new int[] {0, 1, -1, 1});
    ScanSpec spec = scan(path, List.of("letter"), null, ScanSpec.NO_LIMIT);
    try (BatchReader reader = Scans.open(spec, allocator)) {
      Field letter = reader.schema().findField("letter");
      assertThat(letter.getDictionary()).isNull();
      assertThat(letter.getType()).isEqualTo(ArrowType.Utf8.INSTANCE);
      assertThat(reader.next()).isTrue();
      assertThat(reader.root().getSchema()).isEqualTo(reader.schema());
      assertThat(reader.root().contentToTSVString()).isEqualTo("letter\nx\ny\nnull\ny\n");
      assertThat(reader.next()).isFalse();
    }
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1)) {
      assertThat(datasets.latest(path.toString()).schema().findField("letter").getType())
          .isEqualTo(ArrowType.Utf8.INSTANCE);
    }
  }

  @Test
  void cancelsBetweenBatches() {
    try (BatchReader reader = Scans.open(scan(numbers(100)), allocator)) {
      assertThat(reader.next()).isTrue();
      reader.cancel();
      assertThatThrownBy(reader::next).isInstanceOf(CancellationException.class);
    }
  }

  @Test
  @DisplayName("I10: cancelled at any moment, a scan gives everything back and the process lives")
  void i10CancelsAtAnyMoment() throws Exception {
    Path path = directory.resolve("large.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 50_000, NumberTable.rows(0, 200_000));
    ScanSpec spec = scan(path);
    Random random = new Random(7);
    ExecutorService reading = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < 50; i++) {
        BatchReader reader = Scans.open(spec, allocator);
        Future<?> done = reading.submit(() -> readUntilCancelled(reader));
        LockSupport.parkNanos(random.nextInt(20_000_000));
        if (i % 2 == 0) {
          reader.cancel();
        } else {
          reader.close();
        }
        cancelledOrDone(done);
        assertThat(allocator.getAllocatedMemory()).isZero();
      }
    } finally {
      reading.shutdown();
      assertThat(reading.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  @DisplayName("I10: scans that are given up leave no file open")
  void i10GivenUpScansLeaveNoFileOpen() throws Exception {
    Path path = directory.resolve("files.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 250_000, NumberTable.rows(0, 2_000_000));
    ScanSpec spec = scan(path);
    giveUp(spec);
    long before = openFiles();
    for (int i = 0; i < 20; i++) {
      giveUp(spec);
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(openFiles()).isLessThan(before + 5));
  }

  private void giveUp(ScanSpec spec) {
    try (BatchReader reader = Scans.open(spec, allocator)) {
      assertThat(reader.next()).isTrue();
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  private static void readUntilCancelled(BatchReader reader) {
    try (reader) {
      while (reader.next()) {
        // Not the root: the reader may be closed from elsewhere, which ends its life.
        Thread.onSpinWait();
      }
    }
  }

  private static void cancelledOrDone(Future<?> done) throws Exception {
    try {
      done.get(10, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(CancellationException.class);
    }
  }
}
