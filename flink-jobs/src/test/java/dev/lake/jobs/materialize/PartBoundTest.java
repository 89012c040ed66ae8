package dev.lake.jobs.materialize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ResultLayout;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PartBoundTest {
  @Test
  void doublesAfterEachEighthOfTheShare() {
    PartBound bound = new PartBound(new ResultLayout(100, 4096), 4, Long.MAX_VALUE);
    assertThat(bound.of(0)).isEqualTo(100);
    assertThat(bound.of(127)).isEqualTo(100);
    assertThat(bound.of(128)).isEqualTo(200);
    assertThat(bound.of(1023)).isEqualTo(100 << 7);
  }

  @Test
  @DisplayName("I7: a result past its parts is refused by name")
  void refusesMoreThanItsShare() {
    PartBound bound = new PartBound(new ResultLayout(100, 16), 8, Long.MAX_VALUE);
    assertThat(bound.of(1)).isEqualTo(200);
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> bound.of(2))
        .matches(e -> e.code() == ErrorCode.RESULT_TOO_LARGE);
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> new PartBound(new ResultLayout(100, 4), 5, Long.MAX_VALUE))
        .matches(e -> e.code() == ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void theDefaultHoldsSixteenTebibytes() {
    PartBound bound = new PartBound(ResultLayout.DEFAULT, 32, 10_000L * (8 << 20));
    long total = 0;
    for (int i = 0; i < ResultLayout.MAX_PARTS / 32; i++) {
      total += 32 * bound.of(i);
    }
    assertThat(total).isGreaterThan(15L << 40);
  }

  @Test
  void neverPassesWhatTheStoreTakes() {
    PartBound bound = new PartBound(new ResultLayout(1L << 62, 16), 1, 1000);
    assertThat(bound.of(0)).isEqualTo(1000);
    assertThat(bound.of(15)).isEqualTo(1000);
  }
}
