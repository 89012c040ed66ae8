package dev.lake.coordinator.store;

import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** Reads of single nodes. */
final class Nodes {
  private Nodes() {}

  /** A node's data and the version that a compare-and-set needs. */
  static final class Node {
    private final byte[] data;
    private final int version;

    private Node(byte[] data, int version) {
      this.data = data;
      this.version = version;
    }

    byte[] data() {
      return data;
    }

    int version() {
      return version;
    }
  }

  static Optional<Node> read(CuratorFramework client, String path) throws Exception {
    Stat stat = new Stat();
    try {
      byte[] data = client.getData().storingStatIn(stat).forPath(path);
      return Optional.of(new Node(data, stat.getVersion()));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }
}
