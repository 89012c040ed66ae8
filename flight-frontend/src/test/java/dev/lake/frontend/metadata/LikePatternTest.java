package dev.lake.frontend.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          orders, orders, true
          orders, ORDERS, true
          orders, order, false
          order_, orders, true
          order_, order, false
          %, anything, true
          %, '', true
          '', '', true
          '', x, false
          o%s, orders, true
          o%%s, orders, true
          o%x, orders, false
          %rd%, orders, true
          a\\_b, a_b, true
          a\\_b, axb, false
          a\\%b, a%b, true
          a\\\\b, a\\b, true
          %a%a%b, aaaaab, true
          %a%a%b, aaaaac, false
          größe, GRÖSSE, false
          größe, GRÖßE, true
          🙂_, 🙂x, true
          _, 🙂, true
          """)
  void matchesAsLikeDoes(String pattern, String name, boolean matches) {
    assertThat(new LikePattern(pattern).matches(name)).isEqualTo(matches);
  }

  @Test
  void aWholeStatementAsPatternMatchesNothingQuickly() {
    String statement = "SELECT % FROM _ WHERE " + "%a".repeat(100_000);
    Assertions.assertTimeout(
        Duration.ofSeconds(1),
        () -> assertThat(new LikePattern(statement).matches("a".repeat(128))).isFalse());
    assertThatCode(() -> new LikePattern("%".repeat(100_000)).matches("x"))
        .doesNotThrowAnyException();
    assertThat(new LikePattern("%".repeat(100_000)).matches("x")).isTrue();
  }

  @Test
  void theExactNameIsNearest() {
    LikePattern pattern = new LikePattern("a_b");
    assertThat(pattern.distance("a_b")).isZero();
    assertThat(pattern.distance("A_B")).isEqualTo(1);
    assertThat(pattern.distance("axb")).isEqualTo(2);
  }
}
