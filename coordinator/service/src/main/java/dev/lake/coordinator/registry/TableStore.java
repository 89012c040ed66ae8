package dev.lake.coordinator.registry;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableEntryCodec;
import dev.lake.protocol.TableName;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Writes entries. A node is created or deleted, never changed; so of two writers the first wins,
 * and after an unknown outcome reading tells whose entry stands.
 */
final class TableStore {
  private static final int ATTEMPTS = 3;
  private static final byte[] EMPTY = new byte[0];

  private final CuratorFramework zooKeeper;

  TableStore(CuratorFramework zooKeeper) {
    this.zooKeeper = zooKeeper;
  }

  /** The entry that stands after a create: the one wanted, or that of who was first. */
  record Standing(TableEntry entry, long zxid) {}

  void prepare() {
    attempt(
        () -> {
          zooKeeper.create().orSetData().creatingParentsIfNeeded().forPath(TableNodes.ROOT, EMPTY);
          return true;
        });
  }

  Standing create(TableEntry entry) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<Standing> standing = attempt(() -> tryCreate(entry));
      if (standing.isPresent()) {
        return standing.orElseThrow();
      }
    }
    throw new LakeException(
        ErrorCode.UNAVAILABLE, "Table %s is being changed by others; try again", entry.table());
  }

  /** Empty where another's drop came between. */
  private Optional<Standing> tryCreate(TableEntry entry) throws Exception {
    String path = TableNodes.table(entry.table());
    try {
      claimNamespace(entry.table());
      Stat stat = new Stat();
      zooKeeper.create().storingStatIn(stat).forPath(path, TableEntryCodec.write(entry));
      return Optional.of(new Standing(entry, stat.getMzxid()));
    } catch (KeeperException.NodeExistsException e) {
      return read(path);
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** A namespace's node holds its spelling, which the first of its tables gives. */
  private void claimNamespace(TableName table) throws Exception {
    String path = TableNodes.namespace(table);
    try {
      zooKeeper.create().forPath(path, table.namespace().getBytes(StandardCharsets.UTF_8));
    } catch (KeeperException.NodeExistsException e) {
      String standing = new String(zooKeeper.getData().forPath(path), StandardCharsets.UTF_8);
      if (!standing.equals(table.namespace())) {
        throw TableRegistry.exists(new TableName(standing, table.name()), table);
      }
    }
  }

  /** The entry that was deleted; empty where there was none of exactly this name. */
  Optional<TableEntry> delete(TableName table) {
    return attempt(
        () -> {
          String path = TableNodes.table(table);
          Optional<TableEntry> standing =
              read(path).map(Standing::entry).filter(entry -> entry.table().equals(table));
          if (standing.isPresent()) {
            // Quietly: after a lost answer, the node is gone because of us.
            zooKeeper.delete().quietly().forPath(path);
            releaseNamespace(table);
          }
          return standing;
        });
  }

  private void releaseNamespace(TableName table) throws Exception {
    try {
      zooKeeper.delete().quietly().forPath(TableNodes.namespace(table));
    } catch (KeeperException.NotEmptyException e) {
      // Other tables hold it.
      return;
    }
  }

  private Optional<Standing> read(String path) throws Exception {
    try {
      Stat stat = new Stat();
      byte[] data = zooKeeper.getData().storingStatIn(stat).forPath(path);
      return Optional.of(new Standing(TableEntryCodec.read(data), stat.getMzxid()));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  private interface Call<T> {
    T run() throws Exception;
  }

  private static <T> T attempt(Call<T> call) {
    try {
      return call.run();
    } catch (LakeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LakeException(
          ErrorCode.UNAVAILABLE, e, "Interrupted while the table registry was being changed");
    } catch (Exception e) {
      throw new LakeException(
          ErrorCode.UNAVAILABLE, e, "ZooKeeper did not take the change of the table registry");
    }
  }
}
