package dev.lake.frontend.redeem;

import dev.lake.coordinator.store.SpecStore;
import dev.lake.frontend.auth.Identity;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.TableSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The specs of deferred queries: which tables they read and what schema they answer with. A spec
 * never changes, so the ones used last are kept. Safe for use by many threads.
 */
public final class QuerySpecs {
  /** Each holds a statement and a schema, both bounded; together at most some tens of MiB. */
  private static final int KEPT = 64;

  private final SpecStore store;
  private final Map<QueryId, QuerySpec> kept;

  /** Reads from the store, which stays the caller's. */
  public QuerySpecs(SpecStore store) {
    this.store = store;
    this.kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<QueryId, QuerySpec> eldest) {
            return size() > KEPT;
          }
        };
  }

  /**
   * The spec of a query that is known to have existed.
   *
   * @throws LakeException RESULT_EXPIRED if it is gone, STORE_UNAVAILABLE
   */
  public QuerySpec of(Principal principal, QueryId query) {
    synchronized (kept) {
      QuerySpec known = kept.get(query);
      if (known != null) {
        return known;
      }
    }
    QuerySpec read = store.read(principal.tenant(), query);
    synchronized (kept) {
      kept.put(query, read);
    }
    return read;
  }

  /**
   * Refuses a principal that has lost the grant of a table that the query read.
   *
   * @throws LakeException PERMISSION_DENIED
   */
  public static void checkGrants(QuerySpec spec, Identity identity) {
    for (TableSnapshot snapshot : spec.snapshots().tables()) {
      if (!identity.mayRead(snapshot.table())) {
        throw new LakeException(
            ErrorCode.PERMISSION_DENIED,
            "A grant that query %s needs has been taken away from this principal",
            spec.id());
      }
    }
  }
}
