package dev.lake.lance.source.enumerator;

import dev.lake.lance.source.split.LanceSplit;
import java.util.List;

/**
 * The enumerator's state.
 *
 * @param planned whether the scan was divided yet; if not, there are no splits
 * @param splits shares that no reader has
 */
public record PendingSplits(boolean planned, List<LanceSplit> splits) {
  /** Copies the list. */
  public PendingSplits {
    splits = List.copyOf(splits);
    if (!planned && !splits.isEmpty()) {
      throw new IllegalArgumentException("There are no splits before the scan is divided.");
    }
  }
}
