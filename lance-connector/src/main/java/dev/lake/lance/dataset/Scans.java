package dev.lake.lance.dataset;

import org.apache.arrow.memory.BufferAllocator;

/** Opens scans. Each opening checks the pinned version and incarnation before the first read. */
public final class Scans {
  private Scans() {}

  /**
   * A whole scan, in the scan's order.
   *
   * @param spec what to scan
   * @param allocator holds the batches; its limit bounds them; stays the caller's
   * @throws DatasetException as {@link Datasets#at(String, long, String)}, or BAD_FILTER, or
   *     UNSUPPORTED_FEATURE where a column cannot be scanned
   */
  public static BatchReader open(ScanSpec spec, BufferAllocator allocator) {
    PinnedScan scan = PinnedScan.open(spec, allocator);
    try {
      return new SuccessiveReader(scan, scan.shares());
    } catch (DatasetException e) {
      scan.close();
      throw e;
    }
  }

  /**
   * A share of a scan.
   *
   * @param spec what to scan
   * @param range which share
   * @param allocator holds the batches; its limit bounds them; stays the caller's
   * @throws DatasetException as above
   */
  public static BatchReader open(ScanSpec spec, ScanRange range, BufferAllocator allocator) {
    try (PinnedScan scan = PinnedScan.open(spec, allocator)) {
      return scan.read(range);
    }
  }
}
