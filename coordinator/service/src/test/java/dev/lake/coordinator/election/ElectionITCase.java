package dev.lake.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lake.coordinator.store.Layout;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.coordinator.store.ZooKeeperFixture;
import dev.lake.coordinator.store.ZooKeeperRecords;
import dev.lake.protocol.Fence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ElectionITCase {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private ZooKeeperFixture zooKeeper;
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    zooKeeper.close();
  }

  /** Remembers what it was told. */
  private final class Member implements Candidate, AutoCloseable {
    final CuratorFramework client = zooKeeper.client();
    final ExecutorService executor = Executors.newSingleThreadExecutor();
    final Election election;
    volatile Optional<Fence> fence = Optional.empty();
    volatile int elections;

    Member(String name) {
      election = new Election(client, name, this, executor);
      opened.add(this);
      election.start();
    }

    @Override
    public synchronized void elected(Fence held) {
      fence = Optional.of(held);
      elections++;
    }

    @Override
    public void suspended() {
      fence = Optional.empty();
    }

    @Override
    public void deposed() {
      fence = Optional.empty();
    }

    boolean leads() {
      return fence.isPresent();
    }

    WriteOutcome write(Fence held) {
      try (ZooKeeperRecords records = new ZooKeeperRecords(client, held, () -> {})) {
        return records.confirm();
      }
    }

    @Override
    public void close() {
      election.close();
      executor.shutdownNow();
    }
  }

  @Test
  void ofTwoCandidatesOneLeadsAndTheOtherFollows() {
    Member one = new Member("one");
    await().atMost(PATIENCE).until(one::leads);
    Member two = new Member("two");
    Fence first = one.fence.orElseThrow();
    assertThat(one.write(first)).isEqualTo(WriteOutcome.APPLIED);
    assertThat(two.leads()).isFalse();
    one.close();
    await().atMost(PATIENCE).until(two::leads);
    assertThat(two.fence.orElseThrow().epoch()).isEqualTo(first.epoch() + 1);
    assertThat(two.write(first)).isEqualTo(WriteOutcome.DEPOSED);
  }

  @Test
  @DisplayName(
      "I4, E1: after its session ended a leader's writes are refused, in whatever session they come")
  void i4_aLeaderWhoseSessionEndedIsRefused() throws Exception {
    Member one = new Member("one");
    await().atMost(PATIENCE).until(one::leads);
    Fence old = one.fence.orElseThrow();
    Member two = new Member("two");
    one.client.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
    await().atMost(PATIENCE).until(() -> two.leads() || one.elections > 1);
    assertThat(one.write(old)).isEqualTo(WriteOutcome.DEPOSED);
    Fence present = two.leads() ? two.fence.orElseThrow() : one.fence.orElseThrow();
    assertThat(present.epoch()).isEqualTo(old.epoch() + 1);
    assertThat(one.write(present)).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  @DisplayName(
      "E2, E5: a leader again after ZooKeeper was away, with as many latch nodes as candidates")
  void aLeaderAgainAfterZooKeeperWasAway() throws Exception {
    Member one = new Member("one");
    Member two = new Member("two");
    await().atMost(PATIENCE).until(() -> one.leads() || two.leads());
    for (int round = 0; round < 3; round++) {
      zooKeeper.server().restart();
      await().atMost(PATIENCE).until(() -> one.leads() != two.leads());
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(one.client.getChildren().forPath(Layout.LEADER)).hasSize(2));
    Member leader = one.leads() ? one : two;
    assertThat(leader.write(leader.fence.orElseThrow())).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  void withoutItsLatchNodeNobodyRaisesTheEpoch() throws Exception {
    CuratorFramework client = zooKeeper.client();
    Layout.prepare(client);
    String latch =
        client
            .create()
            .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
            .forPath(Layout.LEADER + "/latch-");
    int before = client.checkExists().forPath(Layout.EPOCH).getVersion();
    assertThat(Epoch.raise(client, latch).map(Fence::epoch)).contains(before + 1);
    client.delete().forPath(latch);
    assertThat(Epoch.raise(client, latch)).isEmpty();
    assertThat(client.checkExists().forPath(Layout.EPOCH).getVersion()).isEqualTo(before + 1);
  }
}
