package dev.lake.coordinator.store;

import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.StopReason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class ZooKeeperRecordsITCase implements RecordStoreContract {
  private ZooKeeperFixture zooKeeper;
  private CuratorFramework client;
  private QueryStore queries;

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
    client = zooKeeper.client();
    queries = new QueryStore(client, new QueryLimits(BOUND));
  }

  @AfterEach
  void stop() throws Exception {
    zooKeeper.close();
  }

  @Override
  public RecordsFixture fixture() {
    return new RecordsFixture() {
      @Override
      public Fence elect() {
        String nonce = QueryId.random().value();
        try {
          Stat stat =
              client.setData().forPath(Layout.EPOCH, nonce.getBytes(StandardCharsets.US_ASCII));
          return new Fence(stat.getVersion(), nonce);
        } catch (Exception e) {
          throw new IllegalStateException(e);
        }
      }

      @Override
      public RecordStore records(Fence fence) {
        return new ZooKeeperRecords(client, fence, () -> {});
      }

      @Override
      public QueryRecord submit(QuerySpec spec) {
        return queries.submit(spec, Optional.empty());
      }

      @Override
      public StopOutcome requestStop(QueryId id, StopReason reason, Optional<Failure> why) {
        return queries.requestStop(id, reason, why);
      }
    };
  }
}
