package dev.lake.protocol;

import java.util.List;

/**
 * One part of a published result.
 *
 * @param batchOffsets where each record batch's message starts in the part, ascending
 */
public record ManifestPart(
    String name, long rows, long bytes, Digest digest, String etag, List<Long> batchOffsets) {
  public ManifestPart {
    Check.partName(name);
    Check.count(rows, "rows");
    Check.positive(bytes, "bytes");
    Check.etag(etag);
    batchOffsets = List.copyOf(batchOffsets);
    BatchOffsets.check(batchOffsets, bytes);
  }
}
