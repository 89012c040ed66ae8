package dev.lake.protocol;

/**
 * How far a query is; an indication, never a promise.
 *
 * @param fraction 0 to 1
 */
public record Progress(long rows, long bytes, double fraction) {
  public static final Progress NONE = new Progress(0, 0, 0);

  public Progress {
    Check.count(rows, "rows");
    Check.count(bytes, "bytes");
    Check.that(fraction >= 0 && fraction <= 1, "fraction", "0 to 1");
  }
}
