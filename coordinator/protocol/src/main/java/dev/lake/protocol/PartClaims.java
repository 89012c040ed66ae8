package dev.lake.protocol;

import java.time.Instant;

/** What the ticket of a part says: enough to stream and verify the part without its manifest. */
public record PartClaims(
    QueryId query,
    Principal principal,
    String part,
    String etag,
    long rows,
    long bytes,
    Digest digest,
    Instant expires) {
  public PartClaims {
    Check.partName(part);
    Check.etag(etag);
    Check.count(rows, "rows");
    Check.positive(bytes, "bytes");
  }
}
