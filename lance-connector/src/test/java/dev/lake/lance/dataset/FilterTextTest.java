package dev.lake.lance.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.dataset.Predicate.And;
import dev.lake.lance.dataset.Predicate.Comparison;
import dev.lake.lance.dataset.Predicate.In;
import dev.lake.lance.dataset.Predicate.IsNull;
import dev.lake.lance.dataset.Predicate.Literal;
import dev.lake.lance.dataset.Predicate.Literal.BooleanValue;
import dev.lake.lance.dataset.Predicate.Literal.DateValue;
import dev.lake.lance.dataset.Predicate.Literal.DecimalValue;
import dev.lake.lance.dataset.Predicate.Literal.IntegerValue;
import dev.lake.lance.dataset.Predicate.Literal.TextValue;
import dev.lake.lance.dataset.Predicate.Not;
import dev.lake.lance.dataset.Predicate.Operator;
import dev.lake.lance.dataset.Predicate.Or;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FilterTextTest {
  private static Predicate equal(String column, Literal value) {
    return new Comparison(column, Operator.EQUAL, value);
  }

  @Test
  void writesTypedLiterals() {
    assertThat(FilterText.of(equal("a b", new IntegerValue(-5)))).isEqualTo("`a b` = -5");
    assertThat(FilterText.of(equal("t", new TextValue("O'Reilly")))).isEqualTo("`t` = 'O''Reilly'");
    assertThat(FilterText.of(equal("d", new DateValue(LocalDate.of(2024, 2, 29)))))
        .isEqualTo("`d` = DATE '2024-02-29'");
    assertThat(FilterText.of(equal("b", new BooleanValue(true)))).isEqualTo("`b` = TRUE");
    assertThat(FilterText.of(equal("p", new DecimalValue(new BigDecimal("1.25"), 10, 2))))
        .isEqualTo("`p` = CAST('1.25' AS DECIMAL(10,2))");
    assertThat(FilterText.of(new In("n", List.of(new IntegerValue(1), new IntegerValue(2)))))
        .isEqualTo("`n` IN (1,2)");
    assertThat(FilterText.of(new Not(new IsNull("n")))).isEqualTo("(NOT `n` IS NULL)");
  }

  @Test
  void balancesChains() {
    List<Predicate> four =
        LongStream.range(0, 4).mapToObj(i -> equal("n", new IntegerValue(i))).toList();
    assertThat(FilterText.of(new Or(four)))
        .isEqualTo("((`n` = 0 OR `n` = 1) OR (`n` = 2 OR `n` = 3))");
    List<Predicate> many =
        LongStream.range(0, 20_000).mapToObj(i -> equal("n", new IntegerValue(i))).toList();
    assertThat(nesting(FilterText.of(new And(many)))).isLessThan(20);
  }

  private static int nesting(String text) {
    int depth = 0;
    int most = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      most = Math.max(most, depth);
    }
    return most;
  }

  @Test
  void refusesWhatLanceReadsOtherwise() {
    refuses(equal("n", new IntegerValue(Long.MIN_VALUE)));
    refuses(equal("t", new TextValue("\ud83d\ude00")));
    refuses(equal("t", new TextValue("a\u0000b")));
    refuses(equal("t", new TextValue("\ud800")));
    refuses(equal("d", new DateValue(LocalDate.of(10_000, 1, 1))));
    refuses(equal("d", new DateValue(LocalDate.of(0, 1, 1))));
    refuses(equal("p", new DecimalValue(new BigDecimal("1.255"), 10, 2)));
    refuses(equal("p", new DecimalValue(new BigDecimal("123456789.0"), 10, 2)));
    refuses(equal("a`b", new IntegerValue(1)));
    refuses(equal("a.b", new IntegerValue(1)));
    refuses(equal("", new IntegerValue(1)));
    refuses(new In("n", List.of()));
    refuses(new Or(List.of()));
  }

  @Test
  void boundsSizeAndDepth() {
    Predicate deep = new IsNull("n");
    for (int i = 0; i < 60; i++) {
      deep = new Not(deep);
    }
    refuses(deep);
    refuses(new In("t", Collections.nCopies(3000, new TextValue("x".repeat(1000)))));
  }

  private static void refuses(Predicate predicate) {
    assertThat(predicate.scannable()).isFalse();
    assertThatThrownBy(() -> FilterText.of(predicate))
        .isInstanceOfSatisfying(
            DatasetException.class,
            e -> assertThat(e.kind()).isEqualTo(DatasetException.Kind.BAD_FILTER));
  }
}
