package dev.lake.frontend.deferred;

import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestCodec;
import dev.lake.protocol.QueryRecord;
import java.util.HexFormat;

/**
 * Reads manifests, and only the one that the query's record names. Safe for use by many threads.
 */
final class Manifests {
  private static final int MAX_BYTES = 8 << 20;

  private final ObjectStore results;

  Manifests(ObjectStore results) {
    this.results = results;
  }

  /**
   * The manifest of a query that succeeded.
   *
   * @throws LakeException DATA_LOSS if it is not the one that was published
   */
  Manifest of(QueryRecord record) {
    byte[] bytes =
        results
            .read(ResultKeys.manifest(record.principal().tenant(), record.id()), MAX_BYTES)
            .orElseThrow(
                () ->
                    new LakeException(
                        ErrorCode.RESULT_EXPIRED,
                        "The result of query %s is gone: it has expired or was deleted",
                        record.id()));
    String digest = HexFormat.of().formatHex(SubmissionIds.sha256().digest(bytes));
    if (!record.manifestDigest().equals(java.util.Optional.of(digest))) {
      throw new LakeException(
          ErrorCode.DATA_LOSS,
          "The manifest of query %s is not the one that was published",
          record.id());
    }
    return ManifestCodec.read(bytes);
  }
}
