package dev.lake.lance.source.enumerator;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetDescription.FragmentDescription;
import dev.lake.lance.dataset.ScanRange;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.split.LanceSplit;
import java.util.ArrayList;
import java.util.List;

/** How a scan is divided. */
final class SplitPlan {
  /** Several splits for each reader, so that a slow one does not hold the others up. */
  private static final int SPLITS_PER_READER = 4;

  /** Fewer rows than this are not worth the opening of a scan. */
  private static final long LEAST_ROWS = 64 * 1024;

  /** More rows than this in one split make a restart expensive. */
  private static final long MOST_ROWS = 1024 * 1024;

  private SplitPlan() {}

  static List<LanceSplit> of(ScanSpec spec, DatasetDescription dataset, int readers) {
    if (spec.limit() == 0) {
      return List.of();
    }
    if (spec.filter() == null) {
      return rowRanges(spec, dataset, readers);
    }
    if (spec.limit() != ScanSpec.NO_LIMIT) {
      return List.of(LanceSplit.of(ScanRange.WHOLE));
    }
    return dataset.fragments().stream()
        .filter(fragment -> fragment.rows() > 0)
        .map(fragment -> LanceSplit.of(ScanRange.fragment(fragment.id())))
        .toList();
  }

  private static List<LanceSplit> rowRanges(
      ScanSpec spec, DatasetDescription dataset, int readers) {
    long left =
        spec.limit() == ScanSpec.NO_LIMIT ? dataset.rows() : Math.min(spec.limit(), dataset.rows());
    long share = left / ((long) Math.max(1, readers) * SPLITS_PER_READER) + 1;
    long most = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, share));
    List<LanceSplit> splits = new ArrayList<>();
    for (FragmentDescription fragment : dataset.fragments()) {
      long rows = Math.min(fragment.rows(), left);
      left -= rows;
      // Ranges of equal size: no short rest at the end of a fragment.
      long count = (rows + most - 1) / most;
      for (long i = 0; i < count; i++) {
        long from = rows * i / count;
        long to = rows * (i + 1) / count;
        splits.add(LanceSplit.of(new ScanRange(fragment.id(), from, to - from)));
      }
    }
    return splits;
  }
}
