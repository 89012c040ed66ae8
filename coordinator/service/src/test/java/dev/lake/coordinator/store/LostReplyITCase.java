package dev.lake.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.Fence;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("E4: after a lost reply the content decides, and everything happens once")
class LostReplyITCase {
  private ZooKeeperFixture zooKeeper;
  private ReplyDropper dropper;
  private CuratorFramework client;
  private QueryStore queries;

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
    dropper = new ReplyDropper(zooKeeper.server().getPort());
    client = zooKeeper.client(dropper.address());
    queries = new QueryStore(client, QueryLimits.DEFAULTS);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    dropper.close();
    zooKeeper.close();
  }

  private int count(QuerySpec spec) throws Exception {
    return TenantCount.read(client.getData().forPath(Layout.tenant(spec.principal().tenant())));
  }

  @Test
  void aSubmissionCountsOnce() throws Exception {
    // Several times, so that each of the replies of one submission is lost once.
    for (int round = 1; round <= 6; round++) {
      SubmissionId submission =
          new SubmissionId(QueryId.random().value(), QueryId.random().value());
      QuerySpec spec = Specs.of("acme");
      dropper.dropNext();
      assertThat(queries.submit(spec, Optional.of(submission)).id()).isEqualTo(spec.id());
      assertThat(count(spec)).isEqualTo(round);
    }
    assertThat(queries.list(new TenantId("acme"))).hasSize(6);
    assertThat(dropper.dropped()).isEqualTo(6);
  }

  @Test
  void aTransitionIsAppliedOnce() throws Exception {
    QuerySpec spec = Specs.of("acme");
    queries.submit(spec, Optional.empty());
    byte[] nonce = "abc".getBytes(StandardCharsets.US_ASCII);
    Fence fence = new Fence(client.setData().forPath(Layout.EPOCH, nonce).getVersion(), "abc");
    try (RecordStore records = new ZooKeeperRecords(client, fence, () -> {})) {
      StoredQuery queued = records.read(spec.id()).orElseThrow();
      QueryRecord running = queued.record().running(1, Specs.NOON, fence.nonce());
      dropper.dropNext();
      assertThat(records.write(queued, running)).isEqualTo(WriteOutcome.APPLIED);
      StoredQuery stored = records.read(spec.id()).orElseThrow();
      assertThat(stored.record()).isEqualTo(running);
      assertThat(stored.version()).isEqualTo(queued.version() + 1);
      dropper.dropNext();
      QueryRecord late = queued.record().waiting(1, fence.nonce());
      assertThat(records.write(queued, late)).isEqualTo(WriteOutcome.CONFLICT);
      client.setData().forPath(Layout.EPOCH, nonce);
      dropper.dropNext();
      assertThat(records.confirm()).isEqualTo(WriteOutcome.DEPOSED);
    }
    assertThat(dropper.dropped()).isEqualTo(3);
  }

  @Test
  void aStopIsAppliedOnce() {
    QuerySpec spec = Specs.of("acme");
    queries.submit(spec, Optional.empty());
    dropper.dropNext();
    assertThat(queries.requestStop(spec.id(), StopReason.CANCELLED, Optional.empty()))
        .isEqualTo(StopOutcome.STOPPING);
    QueryRecord record = queries.readSynced(spec.id()).orElseThrow();
    assertThat(record.state()).isEqualTo(QueryState.STOPPING);
    assertThat(record.sequence()).isEqualTo(1);
    assertThat(dropper.dropped()).isEqualTo(1);
  }
}
