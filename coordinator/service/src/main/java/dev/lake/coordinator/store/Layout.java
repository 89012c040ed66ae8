package dev.lake.coordinator.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;

/**
 * Where everything of deferred queries lies in ZooKeeper. Families that can grow are spread over
 * 256 parents: the list of children of one node must stay far below the packet bound of 1 MiB,
 * beyond which ZooKeeper answers only by closing the connection.
 */
public final class Layout {
  /** Persistent and never deleted: its data version is the epoch. */
  public static final String EPOCH = "/lake/epoch";

  /** The election's latch nodes. */
  public static final String LEADER = "/lake/leader";

  static final String QUERIES = "/lake/queries";
  static final String SUBMISSIONS = "/lake/submissions";
  static final String CLEANUPS = "/lake/cleanups";
  static final String TOMBSTONES = "/lake/tombstones";
  static final String TENANTS = "/lake/tenants";
  static final int PARENTS = RecordStore.PARENTS;

  /** Hard bound of a node; the target for a query's record is 4 KiB, which its codec keeps. */
  static final int MAX_NODE_BYTES = 64 * 1024;

  private static final List<String> SPREAD = List.of(QUERIES, SUBMISSIONS, CLEANUPS, TOMBSTONES);

  private Layout() {}

  static String query(QueryId id) {
    return spread(QUERIES, id.value());
  }

  static String cleanup(QueryId id) {
    return spread(CLEANUPS, id.value());
  }

  static String tombstone(QueryId id) {
    return spread(TOMBSTONES, id.value());
  }

  static String submission(SubmissionId id) {
    return spread(SUBMISSIONS, id.name());
  }

  static String tenant(TenantId tenant) {
    return TENANTS + "/" + tenant.value();
  }

  /** The parent with a number from 0 to 255. */
  static String parent(String family, int number) {
    return family + "/" + HexFormat.of().toHexDigits((byte) number);
  }

  private static String spread(String family, String name) {
    return family + "/" + name.substring(0, 2) + "/" + name;
  }

  /** Refuses what ZooKeeper would answer with a lost connection. */
  static byte[] bounded(byte[] data, String subject) {
    if (data.length > MAX_NODE_BYTES) {
      throw new LakeException(
          ErrorCode.INTERNAL,
          "Cannot store %s: %d bytes are more than the bound of %d",
          subject,
          data.length,
          MAX_NODE_BYTES);
    }
    return data;
  }

  /**
   * Creates every parent that is missing. Safe to call from all processes at once, and again.
   *
   * @throws LakeException UNAVAILABLE when ZooKeeper cannot be reached
   */
  public static void prepare(CuratorFramework client) {
    try {
      ensure(client, EPOCH);
      ensure(client, LEADER);
      ensure(client, TENANTS);
      for (String family : SPREAD) {
        ensure(client, family);
        while (!createMissingParents(client, family)) {
          // Another process created one of them in between: look again for those still missing.
        }
      }
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("prepare the nodes of lake", e);
    }
  }

  private static void ensure(CuratorFramework client, String path) throws Exception {
    if (client.checkExists().forPath(path) != null) {
      return;
    }
    try {
      client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
    } catch (KeeperException.NodeExistsException e) {
      // The state that was asked for.
      return;
    }
  }

  private static boolean createMissingParents(CuratorFramework client, String family)
      throws Exception {
    Set<String> present = new HashSet<>(client.getChildren().forPath(family));
    List<CuratorOp> operations = new ArrayList<>();
    for (int number = 0; number < PARENTS; number++) {
      String path = parent(family, number);
      if (!present.contains(path.substring(family.length() + 1))) {
        operations.add(client.transactionOp().create().forPath(path, new byte[0]));
      }
    }
    if (operations.isEmpty()) {
      return true;
    }
    try {
      client.transaction().forOperations(operations);
      return true;
    } catch (KeeperException.NodeExistsException e) {
      return false;
    }
  }
}
