package dev.lake.protocol;

import java.util.List;

/**
 * A part whose pieces are uploaded and which nobody can read yet.
 *
 * @param pieces in order of number, without gaps, from 1
 * @param batchOffsets where each record batch's message starts in the part, ascending
 */
public record StagedPart(
    String name,
    String uploadId,
    List<UploadedPiece> pieces,
    long rows,
    long bytes,
    Digest digest,
    List<Long> batchOffsets) {
  public StagedPart {
    Check.partName(name);
    Check.plain(uploadId, "upload id", 1024);
    pieces = List.copyOf(pieces);
    batchOffsets = List.copyOf(batchOffsets);
    Check.count(rows, "rows");
    Check.positive(bytes, "bytes");
    BatchOffsets.check(batchOffsets, bytes);
    long sum = 0;
    for (int i = 0; i < pieces.size(); i++) {
      Check.that(pieces.get(i).number() == i + 1, "pieces", "numbered from 1 without gaps");
      sum += pieces.get(i).bytes();
    }
    Check.that(sum == bytes, "bytes", "the sum of the pieces' bytes");
  }
}
