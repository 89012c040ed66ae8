package dev.lake.lance.source.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.LanceTables;
import dev.lake.lance.NumberTable;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.Predicate;
import dev.lake.lance.dataset.ScanRange;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.source.split.LanceSplit;
import dev.lake.lance.types.ArrowTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.table.data.RowData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanceReaderITCase {
  @TempDir Path directory;

  private final TaskDouble task = new TaskDouble();
  private final List<Long> rows = new ArrayList<>();
  private final ReaderOutput<RowData> output = TaskDouble.output(row -> rows.add(row.getLong(0)));
  private Path path;

  @BeforeEach
  void write() {
    path = directory.resolve("numbers.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 4000, NumberTable.rows(0, 10_000));
  }

  private LanceReader<RowData> reader(@Nullable Predicate filter) {
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1)) {
      DatasetDescription dataset = datasets.latest(path.toString());
      ScanSpec spec =
          new ScanSpec(
              dataset.location(),
              dataset.version(),
              dataset.incarnation(),
              List.of("n", "text", "third"),
              filter,
              ScanSpec.NO_LIMIT,
              1500,
              "none");
      return new LanceReader<>(
          spec, task.context(), BatchEmitter.rows(ArrowTypes.rowType(dataset.schema())));
    }
  }

  private InputStatus poll(LanceReader<RowData> reader, int most) {
    InputStatus status = InputStatus.MORE_AVAILABLE;
    for (int i = 0; i < most && status == InputStatus.MORE_AVAILABLE; i++) {
      status = reader.pollNext(output);
    }
    return status;
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void readsQueuedSplitsThoughNoMoreWasSaidEarly() {
    LanceReader<RowData> reader = reader(null);
    try (reader) {
      reader.start();
      assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
      reader.addSplits(
          List.of(LanceSplit.of(ScanRange.fragment(0)), LanceSplit.of(new ScanRange(1, 0, 1000))));
      reader.notifyNoMoreSplits();
      assertThat(reader.isAvailable()).isDone();
      assertThat(poll(reader, 1000)).isEqualTo(InputStatus.END_OF_INPUT);
    }
    assertThat(rows).isEqualTo(numbers(0, 5000));
    assertThat(task.requests()).isEqualTo(1);
  }

  @Test
  void asksAgainWhenItsQueueIsDry() {
    LanceReader<RowData> reader = reader(null);
    try (reader) {
      reader.start();
      reader.addSplits(List.of(LanceSplit.of(new ScanRange(2, 0, 10))));
      assertThat(poll(reader, 1000)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
      assertThat(reader.isAvailable()).isNotDone();
      assertThat(poll(reader, 1)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
      assertThat(task.requests()).isEqualTo(2);
      reader.notifyNoMoreSplits();
      assertThat(poll(reader, 1)).isEqualTo(InputStatus.END_OF_INPUT);
    }
    assertThat(rows).isEqualTo(numbers(8000, 8010));
  }

  @Test
  void endsWithoutAnySplit() {
    LanceReader<RowData> reader = reader(null);
    try (reader) {
      reader.start();
      reader.notifyNoMoreSplits();
      assertThat(poll(reader, 1)).isEqualTo(InputStatus.END_OF_INPUT);
    }
  }

  @Test
  @DisplayName("I8: after a restart each row was emitted once")
  void i8GoesOnWhereItWasLeft() {
    Predicate odd = new Predicate.Not(new Predicate.IsNull("third"));
    for (int polls = 1; polls < 14; polls++) {
      rows.clear();
      List<LanceSplit> left;
      LanceReader<RowData> first = reader(odd);
      try (first) {
        first.addSplits(
            List.of(LanceSplit.of(ScanRange.fragment(0)), LanceSplit.of(ScanRange.fragment(2))));
        first.notifyNoMoreSplits();
        poll(first, polls);
        left = first.snapshotState(1);
      }
      LanceReader<RowData> second = reader(odd);
      try (second) {
        second.addSplits(left);
        second.notifyNoMoreSplits();
        assertThat(poll(second, 1000)).isEqualTo(InputStatus.END_OF_INPUT);
      }
      List<Long> expected = new ArrayList<>(numbers(0, 4000));
      expected.addAll(numbers(8000, 10_000));
      expected.removeIf(n -> n % 3 == 0);
      assertThat(rows).as("left after %d polls", polls).isEqualTo(expected);
    }
  }

  @Test
  @DisplayName("I2: each reader checks the incarnation itself")
  void i2ChecksTheIncarnation() {
    LanceReader<RowData> reader = reader(null);
    try (reader) {
      LanceTables.overwrite(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 10));
      LanceTables.cleanUp(path);
      reader.addSplits(List.of(LanceSplit.of(ScanRange.fragment(0))));
      assertThatThrownBy(() -> poll(reader, 10)).isInstanceOf(SuppressRestartsException.class);
    }
    assertThat(rows).isEmpty();
  }

  @Test
  @DisplayName("I10: closed in the middle of a split, a reader gives everything back")
  void i10ClosesInTheMiddle() {
    LanceReader<RowData> reader = reader(null);
    try (reader) {
      reader.addSplits(List.of(LanceSplit.of(ScanRange.WHOLE)));
      poll(reader, 3);
    }
    assertThat(rows).isNotEmpty();
  }
}
