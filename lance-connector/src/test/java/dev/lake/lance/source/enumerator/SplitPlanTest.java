package dev.lake.lance.source.enumerator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetDescription.FragmentDescription;
import dev.lake.lance.dataset.Predicate;
import dev.lake.lance.dataset.ScanRange;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.split.LanceSplit;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SplitPlanTest {
  private static final Predicate FILTER = new Predicate.IsNull("c");

  private static DatasetDescription dataset(long... rows) {
    List<FragmentDescription> fragments = new ArrayList<>();
    long all = 0;
    for (int i = 0; i < rows.length; i++) {
      fragments.add(new FragmentDescription(i * 10, rows[i]));
      all += rows[i];
    }
    return new DatasetDescription("x", 1, "i", new Schema(List.of()), all, fragments);
  }

  private static List<ScanRange> plan(
      @Nullable Predicate filter, long limit, int readers, long... rows) {
    ScanSpec spec = new ScanSpec("x", 1, "i", List.of("c"), filter, limit, 1024, "none");
    return SplitPlan.of(spec, dataset(rows), readers).stream().map(LanceSplit::range).toList();
  }

  @Test
  void keepsSmallFragmentsWhole() {
    assertThat(plan(null, ScanSpec.NO_LIMIT, 4, 100, 0, 50))
        .containsExactly(new ScanRange(0, 0, 100), new ScanRange(20, 0, 50));
  }

  @Test
  void dividesALargeFragmentForEveryReader() {
    List<ScanRange> ranges = plan(null, ScanSpec.NO_LIMIT, 4, 6_000_000);
    assertThat(ranges).hasSizeBetween(16, 18);
    assertCovers(ranges, 6_000_000);
  }

  @Test
  void boundsASplitWhateverTheNumberOfReaders() {
    List<ScanRange> ranges = plan(null, ScanSpec.NO_LIMIT, 1, 100_000_001);
    assertThat(ranges).allSatisfy(r -> assertThat(r.rows()).isLessThanOrEqualTo(1024 * 1024));
    assertCovers(ranges, 100_000_001);
  }

  private static void assertCovers(List<ScanRange> ranges, long rows) {
    long next = 0;
    for (ScanRange range : ranges) {
      assertThat(range.offset()).isEqualTo(next);
      next += range.rows();
    }
    assertThat(next).isEqualTo(rows);
  }

  @Test
  void readsExactlyTheLimit() {
    assertThat(plan(null, 120, 4, 100, 50))
        .containsExactly(new ScanRange(0, 0, 100), new ScanRange(10, 0, 20));
    assertThat(plan(null, 1_000, 4, 100, 50).stream().mapToLong(ScanRange::rows).sum())
        .isEqualTo(150);
    assertThat(plan(null, 0, 4, 100)).isEmpty();
    assertThat(plan(FILTER, 0, 4, 100)).isEmpty();
  }

  @Test
  void sharesAFilteredScanByFragments() {
    assertThat(plan(FILTER, ScanSpec.NO_LIMIT, 4, 9_000_000, 0, 50))
        .containsExactly(ScanRange.fragment(0), ScanRange.fragment(20));
  }

  @Test
  void doesNotShareAFilteredScanWithALimit() {
    assertThat(plan(FILTER, 10, 4, 100, 50)).containsExactly(ScanRange.WHOLE);
  }

  @Test
  void hasNothingToReadInAnEmptyDataset() {
    assertThat(plan(null, ScanSpec.NO_LIMIT, 4)).isEmpty();
  }
}
