package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.store.Changes;
import dev.lake.coordinator.store.RecordStore;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryState;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The records as the leader last read them. A guide to what to do, never the ground of a write:
 * writes compare and set. Used by one thread.
 */
final class View {
  private final RecordStore records;
  private final HeldBytes held;
  private final Map<QueryId, StoredQuery> live =
      new TreeMap<>(Comparator.comparing(QueryId::value));
  private final Map<QueryId, StoredQuery> ended =
      new TreeMap<>(Comparator.comparing(QueryId::value));

  /** Changes that were told but could not be read yet. */
  private final Set<QueryId> unread = new HashSet<>();

  private boolean all;

  View(RecordStore records, HeldBytes held) {
    this.records = records;
    this.held = held;
  }

  /**
   * Reads what changed; after a failure the next call goes on with it.
   *
   * @param touched by this leader itself: it must not wait for the news of its own writes
   */
  void refresh(Set<QueryId> touched) {
    unread.addAll(touched);
    Changes changes = records.changes();
    unread.addAll(changes.queries());
    all |= changes.everything();
    if (all) {
      unread.addAll(records.ids());
      unread.addAll(live.keySet());
      unread.addAll(ended.keySet());
      all = false;
    }
    for (QueryId id : List.copyOf(unread)) {
      put(id, records.read(id));
      unread.remove(id);
    }
  }

  /** Queries that have not ended, in the order of their ids. */
  Collection<StoredQuery> live() {
    return List.copyOf(live.values());
  }

  /** Those of one state. */
  List<StoredQuery> live(QueryState state) {
    return live.values().stream().filter(stored -> stored.record().state() == state).toList();
  }

  /** Queries that have ended and not expired. */
  Collection<StoredQuery> ended() {
    return List.copyOf(ended.values());
  }

  private void put(QueryId id, Optional<StoredQuery> stored) {
    live.remove(id);
    ended.remove(id);
    if (stored.isEmpty()) {
      held.remove(id);
      return;
    }
    boolean terminal = stored.get().record().state().terminal();
    (terminal ? ended : live).put(id, stored.get());
    held.set(stored.get().record());
  }
}
