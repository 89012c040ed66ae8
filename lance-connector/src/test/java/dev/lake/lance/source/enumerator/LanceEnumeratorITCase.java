package dev.lake.lance.source.enumerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.LanceTables;
import dev.lake.lance.NumberTable;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.ScanRange;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.lance.source.split.LanceSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanceEnumeratorITCase {
  private static final LanceSplit FIRST = LanceSplit.of(new ScanRange(0, 0, 40));
  private static final LanceSplit SECOND = LanceSplit.of(new ScanRange(1, 0, 40));
  private static final LanceSplit THIRD = LanceSplit.of(new ScanRange(2, 0, 20));

  @TempDir Path directory;

  private final CoordinatorDouble context = new CoordinatorDouble(2);
  private Path path;
  private ScanSpec spec;

  @BeforeEach
  void write() {
    path = directory.resolve("numbers.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 100));
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1)) {
      DatasetDescription dataset = datasets.latest(path.toString());
      spec =
          new ScanSpec(
              dataset.location(),
              dataset.version(),
              dataset.incarnation(),
              List.of("n"),
              null,
              ScanSpec.NO_LIMIT,
              1024,
              "none");
    }
  }

  @Test
  void handsSplitsOutInOrderAndThenNoMore() {
    LanceEnumerator enumerator = LanceEnumerator.start(spec, context);
    enumerator.start();
    enumerator.handleSplitRequest(0, null);
    assertThat(context.assigned).as("before the scan is divided").isEmpty();

    context.runCalls();
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(0, null);

    assertThat(context.assigned).containsExactly("0:" + FIRST, "1:" + SECOND, "0:" + THIRD);
    assertThat(context.ended).containsExactly(1, 0);
  }

  @Test
  @DisplayName("I8: a split that comes back is read by another reader")
  void i8HandsSplitsOutAgain() {
    LanceEnumerator enumerator = LanceEnumerator.start(spec, context);
    enumerator.start();
    context.runCalls();
    enumerator.handleSplitRequest(0, null);
    enumerator.handleSplitRequest(0, null);

    enumerator.addSplitsBack(List.of(FIRST, SECOND), 0);
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(1, null);
    enumerator.handleSplitRequest(1, null);

    assertThat(context.assigned)
        .containsExactly("0:" + FIRST, "0:" + SECOND, "1:" + FIRST, "1:" + SECOND, "1:" + THIRD);
  }

  @Test
  void forgetsAReaderThatIsNoLongerThere() {
    LanceEnumerator enumerator = LanceEnumerator.start(spec, context);
    enumerator.start();
    enumerator.handleSplitRequest(0, null);
    context.readers.remove(0);
    context.runCalls();
    assertThat(context.assigned).isEmpty();
  }

  @Test
  void goesOnWhereAnotherWasLeft() throws IOException {
    LanceEnumerator enumerator = LanceEnumerator.start(spec, context);
    enumerator.start();
    context.runCalls();
    enumerator.handleSplitRequest(0, null);
    PendingSplits left = enumerator.snapshotState(1);
    PendingSplitsSerializer serializer = PendingSplitsSerializer.INSTANCE;
    PendingSplits read = serializer.deserialize(1, serializer.serialize(left));
    assertThat(read).isEqualTo(left);

    LanceEnumerator restored = LanceEnumerator.restore(spec, context, read);
    restored.start();
    restored.handleSplitRequest(1, null);

    assertThat(context.assigned).containsExactly("0:" + FIRST, "1:" + SECOND);
  }

  @Test
  void refusesStateThatItDoesNotKnow() {
    PendingSplitsSerializer serializer = PendingSplitsSerializer.INSTANCE;
    byte[] bytes = serializer.serialize(new PendingSplits(true, List.of(FIRST)));
    assertThatThrownBy(() -> serializer.deserialize(9, bytes)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> serializer.deserialize(1, new byte[] {1, 0}))
        .isInstanceOf(IOException.class);
  }

  @Test
  @DisplayName("I2: dividing checks the incarnation; a job that cannot succeed is not restarted")
  void i2ChecksTheIncarnation() {
    LanceTables.overwrite(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 10));
    LanceTables.cleanUp(path);
    LanceEnumerator enumerator = LanceEnumerator.start(spec, context);
    enumerator.start();

    assertThatThrownBy(context::runCalls)
        .isInstanceOf(SuppressRestartsException.class)
        .hasCauseInstanceOf(DatasetException.class)
        .cause()
        .hasMessageContaining("no longer available");
  }
}
