package dev.lake.coordinator.store;

import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.CreateOutcome;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QuerySpecCodec;
import dev.lake.protocol.TenantId;
import java.util.List;

/**
 * Keeps the sealed spec of each query beside its result: the bucket's owner reads no SQL there.
 * Safe for use by several threads.
 */
public final class SpecStore {
  /** A statement of 256 KiB, a schema of 1 MiB, snapshots and what encoding and sealing add. */
  private static final int MAX_SEALED_BYTES = 4 * 1024 * 1024;

  private final ObjectStore objects;
  private final Sealer sealer;

  /**
   * @param objects stays the caller's
   */
  public SpecStore(ObjectStore objects, Sealer sealer) {
    this.objects = objects;
    this.sealer = sealer;
  }

  /** Writes the spec of a query that has none yet. */
  public void write(QuerySpec spec) {
    byte[] sealed = sealer.seal(SealKind.SPEC, QuerySpecCodec.write(spec));
    CreateOutcome outcome =
        objects.createExclusively(key(spec.principal().tenant(), spec.id()), sealed);
    if (outcome != CreateOutcome.CREATED) {
      throw new LakeException(
          ErrorCode.INTERNAL, "Cannot write the spec of query %s: it has one", spec.id());
    }
  }

  /**
   * Reads the spec of a query.
   *
   * @throws LakeException RESULT_EXPIRED when it is gone, TICKET_INVALID when it was sealed by
   *     another key or altered
   */
  public QuerySpec read(TenantId tenant, QueryId id) {
    byte[] sealed =
        objects
            .read(key(tenant, id), MAX_SEALED_BYTES)
            .orElseThrow(
                () ->
                    new LakeException(
                        ErrorCode.RESULT_EXPIRED, "The spec of query %s is gone", id));
    QuerySpec spec = QuerySpecCodec.read(sealer.open(SealKind.SPEC, sealed));
    if (!spec.id().equals(id) || !spec.principal().tenant().equals(tenant)) {
      throw new LakeException(ErrorCode.DATA_LOSS, "The spec of query %s is another query's", id);
    }
    return spec;
  }

  /** Removes the spec of a query that has no record. */
  public void delete(TenantId tenant, QueryId id) {
    objects.delete(List.of(key(tenant, id)));
  }

  private static String key(TenantId tenant, QueryId id) {
    return ResultKeys.spec(tenant, id);
  }
}
