package dev.lake.coordinator.election;

import dev.lake.coordinator.store.Layout;
import dev.lake.protocol.Fence;
import dev.lake.protocol.QueryId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The epoch node: its data version is the number of elections, its data the last winner's nonce.
 */
final class Epoch {
  private Epoch() {}

  /**
   * Raises the epoch on behalf of whoever owns the latch node.
   *
   * @return empty when the latch node is gone or someone else raised it in between
   */
  static Optional<Fence> raise(CuratorFramework client, String latchPath) throws Exception {
    client.sync().forPath(Layout.EPOCH);
    Stat stat = new Stat();
    client.getData().storingStatIn(stat).forPath(Layout.EPOCH);
    String nonce = QueryId.random().value();
    try {
      client
          .transaction()
          .forOperations(
              client.transactionOp().check().forPath(latchPath),
              client
                  .transactionOp()
                  .setData()
                  .withVersion(stat.getVersion())
                  .forPath(Layout.EPOCH, nonce.getBytes(StandardCharsets.US_ASCII)));
      return Optional.of(new Fence(stat.getVersion() + 1, nonce));
    } catch (KeeperException e) {
      return readBack(client, nonce);
    }
  }

  /** After a lost answer only the content tells whether it was ours. */
  private static Optional<Fence> readBack(CuratorFramework client, String nonce) throws Exception {
    client.sync().forPath(Layout.EPOCH);
    Stat stat = new Stat();
    byte[] data = client.getData().storingStatIn(stat).forPath(Layout.EPOCH);
    boolean ours = nonce.equals(new String(data, StandardCharsets.US_ASCII));
    return ours ? Optional.of(new Fence(stat.getVersion(), nonce)) : Optional.empty();
  }
}
