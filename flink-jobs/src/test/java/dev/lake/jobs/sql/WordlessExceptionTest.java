package dev.lake.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WordlessExceptionTest {

  @Test
  @DisplayName("I6: classes and frames are left of a failure, no matter how often it is stripped")
  void i6_classes_and_frames_are_left() {
    IllegalStateException failure =
        new IllegalStateException("hidden", new ArithmeticException("secret"));

    WordlessException once = WordlessException.of(failure);
    WordlessException twice = WordlessException.of(new IllegalStateException("hidden", once));

    assertThat(ExceptionUtils.stringifyException(twice))
        .contains("IllegalStateException", "ArithmeticException", "i6_classes_and_frames_are_left")
        .doesNotContain("hidden", "secret");
    assertThat(WordlessException.of(once)).isSameAs(once);
  }
}
