package dev.lake.coordinator.dispatch;

import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.TenantId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Who is next: first come, first served within a tenant; between tenants start-time fair queueing,
 * in which a tenant of weight 2 gets two turns for each one of a tenant of weight 1, and a tenant
 * that was away gains nothing by it. Used by one thread.
 */
final class FairOrder {
  private static final long TURN = 1 << 20;
  private static final Comparator<QueryRecord> ARRIVAL =
      Comparator.comparing(QueryRecord::created).thenComparing(record -> record.id().value());

  private final Map<String, Integer> weights;
  private final Map<TenantId, Long> starts;
  private long now;

  FairOrder(Map<String, Integer> weights) {
    this(weights, new HashMap<>(), 0);
  }

  private FairOrder(Map<String, Integer> weights, Map<TenantId, Long> starts, long now) {
    this.weights = weights;
    this.starts = starts;
    this.now = now;
  }

  /** The queued queries of each tenant, in their order of arrival. */
  static Map<TenantId, Deque<QueryRecord>> byTenant(Collection<QueryRecord> queued) {
    Map<TenantId, Deque<QueryRecord>> queues = new TreeMap<>(Comparator.comparing(TenantId::value));
    queued.stream()
        .sorted(ARRIVAL)
        .forEach(
            record ->
                queues
                    .computeIfAbsent(record.principal().tenant(), any -> new ArrayDeque<>())
                    .add(record));
    return queues;
  }

  /** Takes the next query from its queue, of those tenants that have room. */
  Optional<QueryRecord> next(Map<TenantId, Deque<QueryRecord>> queues, Predicate<TenantId> room) {
    Optional<Map.Entry<TenantId, Deque<QueryRecord>>> chosen =
        queues.entrySet().stream()
            .filter(queue -> !queue.getValue().isEmpty() && room.test(queue.getKey()))
            .min(Comparator.comparingLong(queue -> start(queue.getKey())));
    chosen.ifPresent(queue -> serve(queue.getKey()));
    return chosen.map(queue -> queue.getValue().remove());
  }

  /** The order in which all would be served from now on if nobody else came, at most so many. */
  List<QueryRecord> preview(Collection<QueryRecord> queued, int bound) {
    FairOrder copy = new FairOrder(weights, new HashMap<>(starts), now);
    Map<TenantId, Deque<QueryRecord>> queues = byTenant(queued);
    List<QueryRecord> order = new ArrayList<>();
    while (order.size() < bound) {
      Optional<QueryRecord> next = copy.next(queues, any -> true);
      if (next.isEmpty()) {
        break;
      }
      order.add(next.get());
    }
    return order;
  }

  private long start(TenantId tenant) {
    return Math.max(now, starts.getOrDefault(tenant, now));
  }

  private void serve(TenantId tenant) {
    now = start(tenant);
    starts.values().removeIf(start -> start <= now);
    starts.put(tenant, now + TURN / weights.getOrDefault(tenant.value(), 1));
  }
}
