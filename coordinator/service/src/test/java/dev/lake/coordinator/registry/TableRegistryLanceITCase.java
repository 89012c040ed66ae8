package dev.lake.coordinator.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.coordinator.store.ZooKeeperFixture;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import dev.lake.protocol.TableSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real ZooKeeper and real datasets. */
class TableRegistryLanceITCase {
  private static final OptionalLong LATEST = OptionalLong.empty();
  private static final TableName MOVING = new TableName("main", "moving");
  private static final TableName PINNED = new TableName("main", "pinned");

  @TempDir Path directory;

  private final Datasets datasets = new Datasets(StorageOptions.NONE, 16);
  private ZooKeeperFixture zooKeeper;
  private TableRegistry registry;
  private String location;

  @BeforeEach
  void start() throws Exception {
    directory = directory.toRealPath();
    location = directory.resolve("t.lance").toString();
    NumberDataset.create(location, 3);
    zooKeeper = new ZooKeeperFixture();
    registry =
        new TableRegistry(
            zooKeeper.client(),
            datasets,
            LocationPolicy.of(List.of(directory.toString())),
            Clock.systemUTC());
    registry.start();
  }

  @AfterEach
  void stop() throws Exception {
    registry.close();
    zooKeeper.close();
    datasets.close();
  }

  @Test
  @DisplayName("I2: the latest is made exact when a query is planned, a pinned version stays")
  void i2_follows_or_pins() {
    registry.register(MOVING, location, LATEST);
    registry.register(PINNED, location, OptionalLong.of(1));
    TableSnapshot before = resolve(MOVING);
    NumberDataset.append(location, 2);
    TableSnapshot after = resolve(MOVING);

    assertThat(before.version()).isEqualTo(1);
    assertThat(after.version()).isEqualTo(2);
    assertThat(after.incarnation()).isNotEqualTo(before.incarnation());
    assertThat(resolve(PINNED).version()).isEqualTo(1);
    assertThat(resolve(PINNED).incarnation()).isEqualTo(before.incarnation());
    datasets.verify(after.location(), after.version(), after.incarnation());
  }

  @Test
  @DisplayName("I2: a dataset made anew at the same path is not what was registered")
  void i2_a_dataset_made_anew_is_noticed() throws IOException {
    registry.register(PINNED, location, OptionalLong.of(1));
    registry.register(MOVING, location, LATEST);
    delete(Path.of(location));
    NumberDataset.create(location, 3);

    refused(ErrorCode.DATASET_CHANGED, () -> resolve(PINNED));
    assertThat(resolve(MOVING).version()).isEqualTo(1);
  }

  @Test
  @DisplayName("I2: a version that was cleaned up is gone")
  void i2_a_version_that_was_cleaned_up_is_gone() {
    registry.register(PINNED, location, OptionalLong.of(1));
    NumberDataset.append(location, 2);
    NumberDataset.cleanUp(location);

    refused(ErrorCode.VERSION_GONE, () -> resolve(PINNED));
    refused(ErrorCode.VERSION_GONE, () -> registry.register(MOVING, location, OptionalLong.of(1)));
  }

  @Test
  void what_is_no_dataset_is_not_registered() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty.lance"));

    refused(
        ErrorCode.DATASET_UNREADABLE, () -> registry.register(MOVING, empty.toString(), LATEST));
    assertThat(registry.list()).isEmpty();
  }

  @Test
  void an_administrator_registers_lists_describes_and_drops() {
    TableCommands commands = new TableCommands(registry);
    TableResult registered = commands.execute(new TableCommand.Register(MOVING, location, LATEST));
    NumberDataset.append(location, 2);
    TableResult described = commands.execute(new TableCommand.Describe(MOVING));

    assertThat(registered)
        .isEqualTo(new TableResult.Registered(registry.find(MOVING).orElseThrow()));
    assertThat(described)
        .isEqualTo(
            new TableResult.Described(
                registry.find(MOVING).orElseThrow(),
                2,
                5,
                List.of(new TableResult.Column("n", "int32", true))));
    assertThat(commands.execute(new TableCommand.ListTables()))
        .isEqualTo(new TableResult.Listed(registry.list()));
    assertThat(commands.execute(new TableCommand.Drop(MOVING)))
        .isEqualTo(new TableResult.Dropped(MOVING));
    assertThat(registry.list()).isEmpty();
    refused(ErrorCode.UNKNOWN_TABLE, () -> commands.execute(new TableCommand.Describe(MOVING)));
  }

  private TableSnapshot resolve(TableName table) {
    return registry.resolve(List.of(table)).find(table).orElseThrow();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void refused(ErrorCode code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(LakeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
