package dev.lake.coordinator.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryRecordCodec;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The in-memory twin of what {@link QueryStore}, {@link ZooKeeperRecords} and the election keep in
 * ZooKeeper.
 */
public final class MemoryRecords implements RecordsFixture {
  private final int bound;
  private final Map<QueryId, StoredQuery> queries = new HashMap<>();
  private final Map<TenantId, Integer> counts = new HashMap<>();
  private final Set<QueryId> cleanups = new HashSet<>();
  private final Map<QueryId, Tombstone> tombstones = new HashMap<>();
  private final Set<Seat> seats = new HashSet<>();
  private Fence fence = new Fence(0, "nobody");

  public MemoryRecords(int bound) {
    this.bound = bound;
  }

  @Override
  public synchronized Fence elect() {
    fence = new Fence(fence.epoch() + 1, QueryId.random().value());
    return fence;
  }

  @Override
  public synchronized RecordStore records(Fence held) {
    Seat seat = new Seat(held);
    seats.add(seat);
    return seat;
  }

  @Override
  public synchronized QueryRecord submit(QuerySpec spec) {
    QueryRecord record = QueryRecord.queued(spec, "frontend");
    TenantId tenant = record.principal().tenant();
    if (counts.getOrDefault(tenant, 0) >= bound) {
      throw new LakeException(ErrorCode.TOO_MANY_QUERIES, "The tenant is at its bound");
    }
    counts.merge(tenant, 1, Integer::sum);
    put(new StoredQuery(record, 0));
    return record;
  }

  @Override
  public synchronized StopOutcome requestStop(
      QueryId id, StopReason reason, Optional<Failure> why) {
    StoredQuery stored = queries.get(id);
    if (stored == null) {
      return StopOutcome.NOT_FOUND;
    }
    QueryState state = stored.record().state();
    if (!state.canBecome(QueryState.STOPPING)) {
      return switch (state) {
        case STOPPING -> StopOutcome.STOPPING;
        case SUCCEEDED -> StopOutcome.NOT_CANCELLABLE;
        default -> StopOutcome.STOPPED;
      };
    }
    put(new StoredQuery(stored.record().stopping(reason, why, "frontend"), stored.version() + 1));
    cleanups.add(id);
    return StopOutcome.STOPPING;
  }

  /** The record, outside any epoch. */
  public synchronized Optional<QueryRecord> read(QueryId id) {
    return Optional.ofNullable(queries.get(id)).map(StoredQuery::record);
  }

  /** Whether a cleanup mark is there. */
  public synchronized boolean marked(QueryId id) {
    return cleanups.contains(id);
  }

  /** Whether a tombstone is there. */
  public synchronized boolean buried(QueryId id) {
    return tombstones.containsKey(id);
  }

  private void put(StoredQuery stored) {
    // As the real store does: what cannot be written, or read back the same, must not pass here
    // either.
    QueryRecord written = QueryRecordCodec.read(QueryRecordCodec.write(stored.record()));
    queries.put(stored.record().id(), new StoredQuery(written, stored.version()));
    changed(stored.record().id());
  }

  private void changed(QueryId id) {
    seats.forEach(seat -> seat.changed.add(id));
  }

  /** One leader's view. */
  private final class Seat implements RecordStore {
    private final Fence held;
    private final Set<QueryId> changed = new HashSet<>();
    private boolean everything = true;

    Seat(Fence held) {
      this.held = held;
    }

    private WriteOutcome fenced(Runnable write) {
      if (!held.equals(fence)) {
        return WriteOutcome.DEPOSED;
      }
      write.run();
      return WriteOutcome.APPLIED;
    }

    @Override
    public Changes changes() {
      synchronized (MemoryRecords.this) {
        Changes taken = new Changes(everything, changed);
        everything = false;
        changed.clear();
        return taken;
      }
    }

    @Override
    public List<QueryId> ids() {
      synchronized (MemoryRecords.this) {
        return List.copyOf(queries.keySet());
      }
    }

    @Override
    public Optional<StoredQuery> read(QueryId id) {
      synchronized (MemoryRecords.this) {
        return Optional.ofNullable(queries.get(id));
      }
    }

    @Override
    public WriteOutcome write(StoredQuery before, QueryRecord after) {
      synchronized (MemoryRecords.this) {
        Optional<StoredQuery> present = read(after.id());
        if (!held.equals(fence)) {
          return WriteOutcome.DEPOSED;
        }
        if (present.isEmpty() || present.get().version() != before.version()) {
          boolean applied = present.map(StoredQuery::record).equals(Optional.of(after));
          return applied ? WriteOutcome.APPLIED : WriteOutcome.CONFLICT;
        }
        if (after.state() == QueryState.STOPPING) {
          cleanups.add(after.id());
        }
        put(new StoredQuery(after, before.version() + 1));
        return WriteOutcome.APPLIED;
      }
    }

    @Override
    public List<QueryId> cleanups() {
      synchronized (MemoryRecords.this) {
        return List.copyOf(cleanups);
      }
    }

    @Override
    public WriteOutcome cleaned(QueryId id) {
      synchronized (MemoryRecords.this) {
        return fenced(() -> cleanups.remove(id));
      }
    }

    @Override
    public WriteOutcome retire(StoredQuery ended, Tombstone tombstone) {
      synchronized (MemoryRecords.this) {
        QueryId id = ended.record().id();
        Optional<StoredQuery> present = read(id);
        if (held.equals(fence)
            && present.isPresent()
            && present.get().version() != ended.version()) {
          return WriteOutcome.CONFLICT;
        }
        return fenced(
            () -> {
              if (queries.remove(id) != null) {
                counts.merge(ended.record().principal().tenant(), -1, Integer::sum);
                tombstones.put(id, tombstone);
                MemoryRecords.this.changed(id);
              }
            });
      }
    }

    @Override
    public List<Tombstone> tombstones(int parent) {
      synchronized (MemoryRecords.this) {
        return tombstones.values().stream()
            .filter(each -> Integer.parseInt(each.id().value().substring(0, 2), 16) == parent)
            .toList();
      }
    }

    @Override
    public boolean buried(QueryId id) {
      synchronized (MemoryRecords.this) {
        return tombstones.containsKey(id);
      }
    }

    @Override
    public WriteOutcome forget(Tombstone tombstone) {
      synchronized (MemoryRecords.this) {
        return fenced(() -> tombstones.remove(tombstone.id()));
      }
    }

    @Override
    public WriteOutcome forgetSubmissions(int parent) {
      synchronized (MemoryRecords.this) {
        return fenced(() -> {});
      }
    }

    @Override
    public WriteOutcome confirm() {
      synchronized (MemoryRecords.this) {
        return fenced(() -> {});
      }
    }

    @Override
    public void close() {
      synchronized (MemoryRecords.this) {
        seats.remove(this);
      }
    }
  }
}
