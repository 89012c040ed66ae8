package dev.lake.coordinator.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.lake.coordinator.store.ZooKeeperFixture;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** On a real ZooKeeper. */
class TableRegistryITCase {
  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final OptionalLong LATEST = OptionalLong.empty();
  private static final TableName ORDERS = new TableName("main", "orders");
  private static final String A = "s3://bucket/a.lance";
  private static final String B = "s3://bucket/b.lance";

  private final MemoryDatasets datasets =
      new MemoryDatasets().with(A, 1, "a1").with(A, 2, "a2").with(B, 1, "b1");
  private final List<TableRegistry> open = new ArrayList<>();
  private ZooKeeperFixture zooKeeper;
  private TableRegistry registry;

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
    registry = process("s3://bucket");
  }

  @AfterEach
  void stop() throws Exception {
    open.forEach(TableRegistry::close);
    zooKeeper.close();
  }

  /** Another process: a session and a cache of its own. */
  private TableRegistry process(String... roots) {
    TableRegistry other = registry(zooKeeper.client(), 100, roots);
    other.start();
    return other;
  }

  private TableRegistry registry(CuratorFramework client, int maxTables, String... roots) {
    TableRegistry made =
        new TableRegistry(
            client,
            datasets,
            LocationPolicy.of(List.of(roots)),
            Clock.fixed(NOW, ZoneOffset.UTC),
            maxTables);
    open.add(made);
    return made;
  }

  @Test
  void what_is_registered_is_found_at_once_and_after_a_restart() {
    TableEntry entry = registry.register(ORDERS, A + "/", OptionalLong.of(1));

    assertThat(entry).isEqualTo(new TableEntry(ORDERS, A, OptionalLong.of(1), "a1", NOW));
    assertThat(registry.find(ORDERS)).contains(entry);
    assertThat(process("s3://bucket").find(ORDERS)).contains(entry);
    assertThat(process("s3://bucket").list()).containsExactly(entry);
  }

  @Test
  void what_is_dropped_is_gone_at_once_and_its_name_is_free() {
    registry.register(ORDERS, A, LATEST);
    registry.drop(ORDERS);

    assertThat(registry.find(ORDERS)).isEmpty();
    refused(ErrorCode.UNKNOWN_TABLE, () -> registry.drop(ORDERS));
    assertThat(registry.register(ORDERS, B, LATEST).location()).isEqualTo(B);
  }

  @Test
  void the_same_registration_again_changes_nothing() {
    TableEntry first = registry.register(ORDERS, A, LATEST);
    datasets.with(A, 3, "a3");

    assertThat(registry.register(ORDERS, A, LATEST)).isEqualTo(first);
    assertThat(process("s3://bucket").register(ORDERS, A, LATEST)).isEqualTo(first);
  }

  @Test
  void a_name_stands_for_one_thing() {
    registry.register(ORDERS, A, OptionalLong.of(1));

    refused(ErrorCode.TABLE_EXISTS, () -> registry.register(ORDERS, B, OptionalLong.of(1)));
    refused(ErrorCode.TABLE_EXISTS, () -> registry.register(ORDERS, A, OptionalLong.of(2)));
    LakeException e = refused(ErrorCode.TABLE_EXISTS, () -> registry.register(ORDERS, A, LATEST));
    assertThat(e)
        .hasMessage("Table main.orders stands for another dataset or version; drop it first");
    datasets.replace(A, 1, "other");
    refused(ErrorCode.TABLE_EXISTS, () -> registry.register(ORDERS, A, OptionalLong.of(1)));
  }

  @Test
  void names_that_differ_only_in_case_cannot_both_be_registered() {
    registry.register(ORDERS, A, LATEST);
    TableName shouted = new TableName("main", "ORDERS");

    LakeException e = refused(ErrorCode.TABLE_EXISTS, () -> registry.register(shouted, A, LATEST));
    assertThat(e)
        .hasMessage("Table main.ORDERS differs only in case from main.orders, which is registered");
    LakeException space =
        refused(
            ErrorCode.TABLE_EXISTS,
            () -> registry.register(new TableName("Main", "other"), A, LATEST));
    assertThat(space).hasMessageContaining("differs only in case from main.other");
    assertThat(registry.find(shouted)).isEmpty();
    refused(ErrorCode.UNKNOWN_TABLE, () -> registry.drop(shouted));

    registry.drop(ORDERS);
    TableName both = new TableName("Main", "ORDERS");
    assertThat(registry.register(both, A, LATEST).table()).isEqualTo(both);
  }

  @Test
  void odd_names_are_kept_apart() {
    List<TableName> names = new ArrayList<>();
    for (String name :
        List.of(
            "my table",
            "my_table",
            "é",
            "e",
            "名前",
            "$x;--",
            "'x'",
            "~a",
            "zookeeper",
            "😀",
            "x".repeat(128),
            "x".repeat(127))) {
      names.add(new TableName("main", name));
      names.add(new TableName("a b", name));
    }
    names.forEach(name -> registry.register(name, A, LATEST));

    TableRegistry restarted = process("s3://bucket");
    assertThat(restarted.list())
        .extracting(TableEntry::table)
        .containsExactlyElementsOf(names.stream().sorted().toList());
    assertThat(names).allMatch(name -> restarted.find(name).isPresent());
    names.forEach(registry::drop);
    assertThat(registry.list()).isEmpty();
  }

  @Test
  void changes_of_other_processes_arrive() {
    TableRegistry other = process("s3://bucket");

    other.register(ORDERS, A, LATEST);
    await().atMost(SOON).until(() -> registry.find(ORDERS).isPresent());
    other.drop(ORDERS);
    await().atMost(SOON).until(() -> registry.find(ORDERS).isEmpty());
  }

  @Test
  void of_two_processes_that_register_a_name_one_wins() throws Exception {
    TableRegistry other = process("s3://bucket");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 20; round++) {
        TableName name = new TableName("main", "t" + round);
        Future<Object> one = threads.submit(() -> attempt(registry, name, A));
        Future<Object> two = threads.submit(() -> attempt(other, name, B));

        List<Object> outcomes = List.of(one.get(), two.get());
        assertThat(outcomes).containsOnlyOnce(ErrorCode.TABLE_EXISTS);
        TableEntry winner =
            (TableEntry)
                outcomes.stream().filter(TableEntry.class::isInstance).findAny().orElseThrow();
        assertThat(registry.find(name)).contains(winner);
        assertThat(other.find(name)).contains(winner);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Object attempt(TableRegistry registry, TableName name, String location) {
    try {
      return registry.register(name, location, LATEST);
    } catch (LakeException e) {
      return e.code();
    }
  }

  @Test
  @DisplayName("a warm lookup costs no round trip: it works without ZooKeeper")
  void lookups_work_without_zookeeper_and_catch_up_after_it_is_back() throws Exception {
    TableEntry entry = registry.register(ORDERS, A, OptionalLong.of(1));
    TableRegistry other = process("s3://bucket");
    TableName later = new TableName("main", "later");

    zooKeeper.server().stop();
    assertThat(registry.find(ORDERS)).contains(entry);
    assertThat(registry.find(later)).isEmpty();
    assertThat(registry.list()).containsExactly(entry);
    assertThat(registry.resolve(List.of(ORDERS)).find(ORDERS)).isPresent();

    zooKeeper.server().restart();
    other.register(later, B, LATEST);
    other.drop(ORDERS);
    await().atMost(SOON).until(() -> registry.find(later).isPresent());
    await().atMost(SOON).until(() -> registry.find(ORDERS).isEmpty());
  }

  @Test
  @DisplayName("I7: without ZooKeeper a change and a start end with a named error")
  void i7_without_zookeeper_writes_are_refused_in_time() throws Exception {
    String address = zooKeeper.server().getConnectString();
    try (CuratorFramework client =
        CuratorFrameworkFactory.newClient(address, 5_000, 500, new RetryOneTime(100))) {
      client.start();
      try (TableRegistry impatient = registry(client, 100, "s3://bucket")) {
        impatient.start();
        impatient.register(ORDERS, A, LATEST);
        zooKeeper.server().stop();

        refused(
            ErrorCode.UNAVAILABLE, () -> impatient.register(new TableName("main", "x"), A, LATEST));
        refused(ErrorCode.UNAVAILABLE, () -> impatient.drop(ORDERS));
        refused(ErrorCode.UNAVAILABLE, registry(client, 100, "s3://bucket")::start);
      }
    }
  }

  @Test
  @DisplayName("I7: there is a bound on tables")
  void i7_there_is_a_most_of_tables() {
    TableRegistry small = registry(zooKeeper.client(), 1, "s3://bucket");
    small.start();
    TableEntry first = small.register(ORDERS, A, LATEST);

    assertThat(small.register(ORDERS, A, LATEST)).isEqualTo(first);
    LakeException e =
        refused(
            ErrorCode.INVALID_ARGUMENT,
            () -> small.register(new TableName("main", "more"), A, LATEST));
    assertThat(e).hasMessage("There are 1 tables, the most there can be");
  }

  @Test
  @DisplayName("I2: a query reads an exact version and incarnation")
  void i2_tables_are_resolved_to_exact_snapshots() {
    TableName moving = new TableName("main", "moving");
    registry.register(ORDERS, A, OptionalLong.of(1));
    registry.register(moving, A, LATEST);

    assertThat(registry.resolve(List.of(moving, ORDERS, moving)).tables())
        .containsExactly(
            new TableSnapshot(moving, A, "a2", 2), new TableSnapshot(ORDERS, A, "a1", 1));
    datasets.with(A, 3, "a3");
    assertThat(registry.resolve(List.of(moving, ORDERS)).tables())
        .containsExactly(
            new TableSnapshot(moving, A, "a3", 3), new TableSnapshot(ORDERS, A, "a1", 1));
  }

  @Test
  @DisplayName("I2: a version that is gone or replaced is never read as something else")
  void i2_a_pinned_version_is_that_version_or_an_error() {
    registry.register(ORDERS, A, OptionalLong.of(1));

    datasets.replace(A, 1, "other");
    refused(ErrorCode.DATASET_CHANGED, () -> registry.resolve(List.of(ORDERS)));
    refused(ErrorCode.DATASET_CHANGED, () -> registry.describe(ORDERS));
    datasets.replace(A, 2, "a2");
    refused(ErrorCode.VERSION_GONE, () -> registry.resolve(List.of(ORDERS)));
  }

  @Test
  void what_cannot_be_resolved_is_named() {
    refused(ErrorCode.UNKNOWN_TABLE, () -> registry.resolve(List.of(ORDERS)));
    refused(ErrorCode.UNKNOWN_TABLE, () -> registry.describe(ORDERS));
    refused(
        ErrorCode.DATASET_UNREADABLE,
        () -> registry.register(ORDERS, "s3://bucket/none.lance", LATEST));
    refused(ErrorCode.VERSION_GONE, () -> registry.register(ORDERS, A, OptionalLong.of(9)));
    assertThat(registry.list()).isEmpty();
  }

  @Test
  void a_location_is_checked_when_it_is_registered_and_when_it_is_resolved() {
    refused(
        ErrorCode.LOCATION_NOT_ALLOWED,
        () -> registry.register(ORDERS, "s3://elsewhere/a.lance", LATEST));
    registry.register(ORDERS, A, LATEST);

    TableRegistry stricter = process("s3://bucket/b.lance");
    refused(ErrorCode.LOCATION_NOT_ALLOWED, () -> stricter.resolve(List.of(ORDERS)));
    refused(ErrorCode.LOCATION_NOT_ALLOWED, () -> stricter.describe(ORDERS));
  }

  @Test
  void a_node_that_cannot_be_read_spoils_no_other_table() throws Exception {
    registry.register(ORDERS, A, LATEST);
    CuratorFramework raw = zooKeeper.client();
    raw.create().forPath("/lake/tables/main/broken", "{\"format-version\":9}".getBytes(UTF_8));
    TableName broken = new TableName("main", "broken");

    await().atMost(SOON).until(() -> catchThrowable(() -> registry.find(broken)) != null);
    LakeException e = refused(ErrorCode.DATA_LOSS, () -> registry.find(broken));
    assertThat(e).hasMessage("The entry of table main.broken cannot be read");
    assertThat(registry.list()).extracting(TableEntry::table).containsExactly(ORDERS);
    refused(ErrorCode.DATA_LOSS, () -> registry.register(broken, A, LATEST));
    raw.delete().forPath("/lake/tables/main/broken");
    await().atMost(SOON).until(() -> catchThrowable(() -> registry.find(broken)) == null);
  }

  private static LakeException refused(ErrorCode code, ThrowingCallable action) {
    Throwable thrown = catchThrowable(action);
    assertThat(thrown).isInstanceOf(LakeException.class);
    assertThat(((LakeException) thrown).code()).as(thrown.getMessage()).isEqualTo(code);
    return (LakeException) thrown;
  }
}
