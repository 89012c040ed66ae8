package dev.lake.lance.source.split;

import dev.lake.lance.dataset.ScanRange;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * A share of a scan, and how much of it was already emitted. What is scanned (location, version,
 * columns, filter) is the source's and not repeated in each split.
 *
 * @param range the share
 * @param emitted rows of the share to pass over, because they were emitted before a restart
 */
public record LanceSplit(ScanRange range, long emitted) implements SourceSplit {
  /** Checks the progress. */
  public LanceSplit {
    if (emitted < 0) {
      throw new IllegalArgumentException("A split cannot have emitted less than nothing.");
    }
  }

  /** A share of which nothing was emitted. */
  public static LanceSplit of(ScanRange range) {
    return new LanceSplit(range, 0);
  }

  /** The share as text, unique within a scan. */
  @Override
  public String splitId() {
    return range.fragment() + "+" + range.offset();
  }
}
