package dev.lake.jobs.sql;

import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Plans that wait for the call that will run them; each is given out once. Thread-safe. */
final class PlanCache {

  record Key(String sql, SnapshotSet snapshots, SessionFields session) {}

  private record Entry(PlannedQuery plan, Instant until) {}

  private final Map<Key, Entry> entries = new LinkedHashMap<>();
  private final int size;
  private final Duration keep;
  private final Clock clock;

  PlanCache(int size, Duration keep, Clock clock) {
    this.size = size;
    this.keep = keep;
    this.clock = clock;
  }

  synchronized void put(Key key, PlannedQuery plan) {
    if (size == 0) {
      return;
    }
    entries.remove(key);
    entries.put(key, new Entry(plan, clock.instant().plus(keep)));
    Iterator<Entry> oldest = entries.values().iterator();
    while (oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entries.size() <= size && !expired(entry)) {
        return;
      }
      oldest.remove();
    }
  }

  synchronized Optional<PlannedQuery> take(Key key) {
    Entry entry = entries.remove(key);
    return entry == null || expired(entry) ? Optional.empty() : Optional.of(entry.plan());
  }

  private boolean expired(Entry entry) {
    return !clock.instant().isBefore(entry.until());
  }
}
