package dev.lake.lance.dataset;

/**
 * A share of a scan.
 *
 * @param fragment the fragment's id, or {@link #EVERY_FRAGMENT}
 * @param offset live rows to skip; 0 where the scan has a filter
 * @param rows live rows to read at most; {@link #ALL_ROWS} for the rest
 */
public record ScanRange(int fragment, long offset, long rows) {
  /** Not one fragment but all, in order. */
  public static final int EVERY_FRAGMENT = -1;

  /** No bound. */
  public static final long ALL_ROWS = -1;

  /** The whole scan. */
  public static final ScanRange WHOLE = new ScanRange(EVERY_FRAGMENT, 0, ALL_ROWS);

  /** Checks ranges. */
  public ScanRange {
    if (fragment < EVERY_FRAGMENT || offset < 0 || rows < ALL_ROWS) {
      throw new IllegalArgumentException("The range of a scan is out of range.");
    }
  }

  /** A whole fragment. */
  public static ScanRange fragment(int id) {
    return new ScanRange(id, 0, ALL_ROWS);
  }
}
