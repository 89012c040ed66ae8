package dev.lake.coordinator.store;

import dev.lake.protocol.QueryId;
import java.util.HashSet;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.watch.PersistentWatcher;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;

/**
 * Collects which records changed, by one recursive watch; a lost connection counts as a change of
 * everything.
 */
final class RecordChanges implements AutoCloseable {
  /** {@code /lake/queries/<2 digits>/} before the id. */
  private static final int PREFIX = Layout.QUERIES.length() + 4;

  private static final int ID = 32;

  private final PersistentWatcher watcher;
  private final Runnable wake;
  private final Set<QueryId> changed = new HashSet<>();
  private boolean everything = true;

  RecordChanges(CuratorFramework client, Runnable wake) {
    this.wake = wake;
    this.watcher = new PersistentWatcher(client, Layout.QUERIES, true);
    watcher.getListenable().addListener(this::seen);
    watcher.getResetListenable().addListener(this::lost);
    watcher.start();
  }

  synchronized Changes take() {
    Changes taken = new Changes(everything, changed);
    changed.clear();
    everything = false;
    return taken;
  }

  private void seen(WatchedEvent event) {
    if (event.getType() == Watcher.Event.EventType.None) {
      return;
    }
    String path = event.getPath();
    if (path.length() != PREFIX + ID) {
      return;
    }
    synchronized (this) {
      changed.add(new QueryId(path.substring(PREFIX)));
    }
    wake.run();
  }

  /**
   * The watch was set, at first or anew after a lost connection: what happened before was not seen.
   */
  private void lost() {
    synchronized (this) {
      everything = true;
    }
    wake.run();
  }

  @Override
  public void close() {
    watcher.close();
  }
}
