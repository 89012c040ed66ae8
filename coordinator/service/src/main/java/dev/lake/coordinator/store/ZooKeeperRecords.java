package dev.lake.coordinator.store;

import dev.lake.protocol.Fence;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryRecordCodec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.TenantId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;

/**
 * The records in ZooKeeper, for the leader of one epoch. Curator may repeat a transaction whose
 * answer was lost, and may do so in a new session: every write therefore checks the epoch, and a
 * refused one is decided by reading the record back.
 */
public final class ZooKeeperRecords implements RecordStore {
  private final CuratorFramework client;
  private final Fence fence;
  private final RecordChanges changes;

  /**
   * @param client stays the caller's
   * @param fence what the election gave
   * @param wake called on ZooKeeper's event thread when something changed; must not block
   */
  public ZooKeeperRecords(CuratorFramework client, Fence fence, Runnable wake) {
    this.client = client;
    this.fence = fence;
    this.changes = new RecordChanges(client, wake);
  }

  @Override
  public Changes changes() {
    return changes.take();
  }

  @Override
  public List<QueryId> ids() {
    return names(Layout.QUERIES, "list the queries").stream().map(QueryId::new).toList();
  }

  @Override
  public Optional<StoredQuery> read(QueryId id) {
    return reading(
        "read query " + id,
        () ->
            Nodes.read(client, Layout.query(id))
                .map(node -> new StoredQuery(QueryRecordCodec.read(node.data()), node.version())));
  }

  @Override
  public WriteOutcome write(StoredQuery before, QueryRecord after) {
    QueryId id = after.id();
    byte[] data = Layout.bounded(QueryRecordCodec.write(after), "the record of query " + id);
    List<CuratorOp> operations = new ArrayList<>();
    try {
      operations.add(setData(Layout.query(id), before.version(), data));
      if (after.state() == QueryState.STOPPING) {
        operations.add(client.transactionOp().create().forPath(Layout.cleanup(id), new byte[0]));
      }
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("write query " + id, e);
    }
    return commit(operations, () -> synced(id).map(StoredQuery::record).equals(Optional.of(after)));
  }

  @Override
  public List<QueryId> cleanups() {
    return names(Layout.CLEANUPS, "list the cleanups").stream().map(QueryId::new).toList();
  }

  @Override
  public WriteOutcome cleaned(QueryId id) {
    return deleted(Layout.cleanup(id));
  }

  @Override
  public WriteOutcome retire(StoredQuery ended, Tombstone tombstone) {
    QueryId id = ended.record().id();
    String counterPath = Layout.tenant(ended.record().principal().tenant());
    List<CuratorOp> operations = new ArrayList<>();
    try {
      Optional<Nodes.Node> counter = Nodes.read(client, counterPath);
      if (counter.isPresent()) {
        int count = Math.max(0, TenantCount.read(counter.get().data()) - 1);
        operations.add(setData(counterPath, counter.get().version(), TenantCount.write(count)));
      }
      operations.add(
          client.transactionOp().delete().withVersion(ended.version()).forPath(Layout.query(id)));
      operations.add(
          client.transactionOp().create().forPath(Layout.tombstone(id), write(tombstone)));
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("retire query " + id, e);
    }
    return commit(operations, () -> synced(id).isEmpty());
  }

  @Override
  public List<Tombstone> tombstones(int parent) {
    List<Tombstone> tombstones = new ArrayList<>();
    for (String name : children(Layout.TOMBSTONES, parent, "list the tombstones")) {
      QueryId id = new QueryId(name);
      reading("read a tombstone", () -> Nodes.read(client, Layout.tombstone(id)))
          .map(node -> tombstone(id, node.data()))
          .ifPresent(tombstones::add);
    }
    return List.copyOf(tombstones);
  }

  @Override
  public boolean buried(QueryId id) {
    return reading(
        "read a tombstone", () -> client.checkExists().forPath(Layout.tombstone(id)) != null);
  }

  @Override
  public WriteOutcome forget(Tombstone tombstone) {
    return deleted(Layout.tombstone(tombstone.id()));
  }

  @Override
  public WriteOutcome forgetSubmissions(int parent) {
    for (String name : children(Layout.SUBMISSIONS, parent, "list the submissions")) {
      String node = Layout.parent(Layout.SUBMISSIONS, parent) + "/" + name;
      Optional<Nodes.Node> link = reading("read a submission", () -> Nodes.read(client, node));
      if (link.isEmpty()) {
        continue;
      }
      QueryId query = SubmissionNode.read(link.get().data()).query();
      // In this order: a record never goes before its tombstone has come.
      if (read(query).isEmpty() && !buried(query)) {
        WriteOutcome outcome = deleted(node);
        if (outcome != WriteOutcome.APPLIED) {
          return outcome;
        }
      }
    }
    return WriteOutcome.APPLIED;
  }

  @Override
  public WriteOutcome confirm() {
    return commit(List.of(), () -> true);
  }

  @Override
  public void close() {
    changes.close();
  }

  private WriteOutcome deleted(String path) {
    List<CuratorOp> operations = new ArrayList<>();
    try {
      operations.add(client.transactionOp().delete().forPath(path));
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("delete a node", e);
    }
    return commit(
        operations,
        () -> {
          client.sync().forPath(path);
          return client.checkExists().forPath(path) == null;
        });
  }

  /**
   * Runs the operations if the epoch still stands; afterwards only content decides what a refusal
   * meant.
   */
  private WriteOutcome commit(List<CuratorOp> operations, Callable<Boolean> applied) {
    List<CuratorOp> fenced = new ArrayList<>();
    try {
      fenced.add(client.transactionOp().check().withVersion(fence.epoch()).forPath(Layout.EPOCH));
      fenced.addAll(operations);
      client.transaction().forOperations(fenced);
      return WriteOutcome.APPLIED;
    } catch (KeeperException e) {
      return readBack(applied);
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("write to ZooKeeper", e);
    }
  }

  private WriteOutcome readBack(Callable<Boolean> applied) {
    try {
      client.sync().forPath(Layout.EPOCH);
      boolean deposed =
          Nodes.read(client, Layout.EPOCH)
              .map(node -> node.version() != fence.epoch())
              .orElse(true);
      if (deposed) {
        return WriteOutcome.DEPOSED;
      }
      return applied.call() ? WriteOutcome.APPLIED : WriteOutcome.CONFLICT;
    } catch (KeeperException e) {
      return WriteOutcome.UNKNOWN;
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("read back a write", e);
    }
  }

  private CuratorOp setData(String path, int version, byte[] data) throws Exception {
    return client.transactionOp().setData().withVersion(version).forPath(path, data);
  }

  private Optional<StoredQuery> synced(QueryId id) throws Exception {
    client.sync().forPath(Layout.query(id));
    return read(id);
  }

  private List<String> names(String family, String action) {
    List<String> names = new ArrayList<>();
    for (int number = 0; number < Layout.PARENTS; number++) {
      names.addAll(children(family, number, action));
    }
    return names;
  }

  private List<String> children(String family, int number, String action) {
    return reading(action, () -> client.getChildren().forPath(Layout.parent(family, number)));
  }

  private static byte[] write(Tombstone tombstone) {
    return Words.write(tombstone.tenant().value(), Long.toString(tombstone.until().toEpochMilli()));
  }

  private static Tombstone tombstone(QueryId id, byte[] data) {
    List<String> words = Words.read(data, 2, "a tombstone");
    return new Tombstone(
        id, new TenantId(words.get(0)), Instant.ofEpochMilli(Long.parseLong(words.get(1))));
  }

  private static <T> T reading(String action, Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable(action, e);
    }
  }
}
