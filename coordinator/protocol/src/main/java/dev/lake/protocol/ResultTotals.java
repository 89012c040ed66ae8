package dev.lake.protocol;

/** What a whole result holds. */
public record ResultTotals(long rows, long bytes, int parts) {
  public ResultTotals {
    Check.count(rows, "rows");
    Check.count(bytes, "bytes");
    Check.that(
        parts >= 0 && parts <= ResultLayout.MAX_PARTS, "parts", "0 to " + ResultLayout.MAX_PARTS);
  }
}
