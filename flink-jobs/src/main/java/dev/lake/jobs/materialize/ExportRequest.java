package dev.lake.jobs.materialize;

import dev.lake.protocol.QueryId;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.TenantId;
import java.io.Serializable;
import java.time.Instant;

/**
 * What an export job must know beside its plan. It travels in the job, so it holds no credential.
 *
 * @param attempt from 1, in the job's id, the commit record's key and every receipt
 * @param deadline after it neither writer nor committer calls the store again
 * @param storeProfile a name of {@link dev.lake.jobs.store.StoreProfiles}
 */
public record ExportRequest(
    QueryId query,
    TenantId tenant,
    int attempt,
    ResultFormat format,
    ResultLayout layout,
    Instant deadline,
    String storeProfile)
    implements Serializable {
  /** Checks the attempt. */
  public ExportRequest {
    if (attempt < 1) {
      throw new IllegalArgumentException("attempt must be more than 0");
    }
  }

  String partKey(String name) {
    return ResultKeys.part(tenant, query, name);
  }

  String commitKey() {
    return ResultKeys.commit(tenant, query, attempt);
  }
}
