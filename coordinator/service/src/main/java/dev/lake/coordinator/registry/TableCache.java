package dev.lake.coordinator.registry;

import static java.util.Objects.requireNonNullElse;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableEntryCodec;
import dev.lake.protocol.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All entries in memory, kept up to date by one persistent recursive watch; while ZooKeeper is away
 * it answers as of its last word. Thread-safe.
 */
final class TableCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TableCache.class);

  private final Map<String, Node> nodes = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final CuratorCache cache;
  private boolean initialized;

  /** A node as it was last seen: its entry, or why that cannot be read. */
  private record Node(long zxid, Optional<TableEntry> entry, Optional<LakeException> failure) {}

  TableCache(CuratorFramework zooKeeper) {
    cache = CuratorCache.build(zooKeeper, TableNodes.ROOT);
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forCreatesAndChanges((before, now) -> seen(now))
                .forDeletes(this::gone)
                .forInitialized(this::loaded)
                .build());
  }

  /** Loads everything; UNAVAILABLE after the time. */
  void start(Duration time) {
    cache.start();
    if (!await(() -> initialized, time)) {
      throw new LakeException(
          ErrorCode.UNAVAILABLE, "The tables were not loaded from ZooKeeper within %s", time);
    }
  }

  /** The entry of exactly this name, without a round trip. */
  Optional<TableEntry> find(TableName table) {
    Node node = nodes.get(TableNodes.table(table));
    if (node == null) {
      return Optional.empty();
    }
    if (node.failure().isPresent()) {
      throw new LakeException(
          ErrorCode.DATA_LOSS,
          node.failure().orElseThrow(),
          "The entry of table %s cannot be read",
          table);
    }
    return node.entry().filter(entry -> entry.table().equals(table));
  }

  /** What can be read, in order of name. */
  List<TableEntry> all() {
    return nodes.values().stream()
        .flatMap(node -> node.entry().stream())
        .sorted((a, b) -> a.table().compareTo(b.table()))
        .toList();
  }

  int size() {
    return nodes.size();
  }

  /** Waits until a write that was answered is also seen here; false after the time. */
  boolean awaitSeen(String path, long zxid, Duration time) {
    return await(
        () -> {
          Node node = nodes.get(path);
          return node != null && node.zxid() >= zxid;
        },
        time);
  }

  /** Waits until an entry is seen to be gone, or replaced; false after the time. */
  boolean awaitGone(String path, TableEntry entry, Duration time) {
    return await(
        () -> {
          Node node = nodes.get(path);
          return node == null || !node.entry().equals(Optional.of(entry));
        },
        time);
  }

  private boolean await(BooleanSupplier condition, Duration time) {
    long left = time.toNanos();
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void seen(ChildData data) {
    if (!TableNodes.isTable(data.getPath())) {
      return;
    }
    long zxid = data.getStat().getMzxid();
    try {
      TableEntry entry = TableEntryCodec.read(requireNonNullElse(data.getData(), new byte[0]));
      publish(
          () -> nodes.put(data.getPath(), new Node(zxid, Optional.of(entry), Optional.empty())));
    } catch (LakeException e) {
      LOG.error("Node {} of the table registry cannot be read", data.getPath(), e);
      publish(() -> nodes.put(data.getPath(), new Node(zxid, Optional.empty(), Optional.of(e))));
    }
  }

  private void gone(ChildData data) {
    publish(() -> nodes.remove(data.getPath()));
  }

  private void loaded() {
    publish(() -> initialized = true);
  }

  private void publish(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
