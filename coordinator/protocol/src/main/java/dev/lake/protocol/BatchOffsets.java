package dev.lake.protocol;

import java.util.List;

/** The rule for where record batches start in a part. */
final class BatchOffsets {
  private BatchOffsets() {}

  static void check(List<Long> offsets, long bytes) {
    long last = -1;
    for (long offset : offsets) {
      Check.that(offset > last && offset < bytes, "batch offsets", "ascending and inside the part");
      last = offset;
    }
  }
}
