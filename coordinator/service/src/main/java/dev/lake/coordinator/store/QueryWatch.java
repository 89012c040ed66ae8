package dev.lake.coordinator.store;

import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryRecordCodec;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One watched record: each look sets the watch anew, so no change after it is missed. */
final class QueryWatch implements CuratorWatcher, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueryWatch.class);

  private final CuratorFramework client;
  private final String path;
  private final Consumer<QueryRecord> consumer;
  private volatile boolean closed;

  QueryWatch(CuratorFramework client, String path, Consumer<QueryRecord> consumer) {
    this.client = client;
    this.path = path;
    this.consumer = consumer;
  }

  void look() {
    if (closed) {
      return;
    }
    try {
      client
          .getData()
          .usingWatcher(this)
          .inBackground((unused, event) -> seen(event))
          .forPath(path);
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("watch a query", e);
    }
  }

  @Override
  public void process(WatchedEvent event) {
    if (event.getState() == Watcher.Event.KeeperState.Closed) {
      return;
    }
    look();
  }

  private void seen(CuratorEvent event) {
    if (closed || event.getResultCode() != KeeperException.Code.OK.intValue()) {
      return;
    }
    consumer.accept(QueryRecordCodec.read(event.getData()));
  }

  @Override
  public void close() {
    closed = true;
    try {
      client
          .watchers()
          .remove(this)
          .ofType(Watcher.WatcherType.Data)
          .locally()
          .quietly()
          .inBackground()
          .forPath(path);
    } catch (Exception e) {
      // Only memory of this process is at stake, and the watch itself goes with the next event.
      LOG.debug("Could not remove a watch", e);
    }
  }
}
