package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.publish.StoreRoom;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.ResultTotals;
import dev.lake.protocol.TenantId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What live results take in the store. A checked result is counted at once, so that two cannot take
 * the same room.
 */
final class HeldBytes implements StoreRoom {
  private final long bound;
  private final long tenantBound;
  private final Map<QueryId, Held> held = new HashMap<>();

  private record Held(TenantId tenant, long bytes) {}

  HeldBytes(LeaderConfig config) {
    this.bound = config.maxResultBytes();
    this.tenantBound = config.maxResultBytesPerTenant();
  }

  /** Takes over what a record says. */
  synchronized void set(QueryRecord record) {
    Optional<ResultTotals> totals = record.totals();
    if (totals.isEmpty()) {
      held.remove(record.id());
      return;
    }
    held.put(record.id(), new Held(record.principal().tenant(), totals.get().bytes()));
  }

  synchronized void remove(QueryId id) {
    held.remove(id);
  }

  @Override
  public synchronized void check(TenantId tenant, QueryId query, long bytes) {
    held.remove(query);
    require(sum(any -> true) + bytes <= bound, "results", bound);
    require(
        sum(each -> each.tenant().equals(tenant)) + bytes <= tenantBound,
        "tenant's results",
        tenantBound);
    held.put(query, new Held(tenant, bytes));
  }

  private long sum(Predicate<Held> which) {
    return held.values().stream().filter(which).mapToLong(Held::bytes).sum();
  }

  private static void require(boolean met, String whose, long bound) {
    if (!met) {
      throw new LakeException(
          ErrorCode.STORE_FULL,
          "The %s would take more than the bound of %d bytes; wait until older results expire",
          whose,
          bound);
    }
  }
}
