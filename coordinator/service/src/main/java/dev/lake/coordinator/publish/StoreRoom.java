package dev.lake.coordinator.publish;

import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;

/** Room in the result store. */
@FunctionalInterface
public interface StoreRoom {
  /**
   * Checks that a result has room beside all other live ones. Bytes of the query itself do not
   * count against it.
   *
   * @throws dev.lake.protocol.LakeException STORE_FULL when it has not
   */
  void check(TenantId tenant, QueryId query, long bytes);
}
