package dev.lake.lance.dataset;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/**
 * A filter for the native scan, as a closed tree of typed values.
 *
 * <p>There is no way to write one as text. The native library aborts the whole process on some
 * texts, and treats others as something else than was meant, so that this package alone renders a
 * tree, and only one that it knows to be safe.
 */
public sealed interface Predicate extends Serializable {
  /** Whether a scan can take this predicate; if not, opening the scan fails with BAD_FILTER. */
  default boolean scannable() {
    return FilterText.possible(this);
  }

  /** How two values are compared. */
  enum Operator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    String symbol() {
      return symbol;
    }
  }

  /** A value of the caller's statement. */
  sealed interface Literal extends Serializable {
    /** For columns of signed integers; must be in the range of the column's type. */
    record IntegerValue(long value) implements Literal {}

    /** For columns of text. */
    record TextValue(String value) implements Literal {}

    /** For columns of days. */
    record DateValue(LocalDate value) implements Literal {}

    /** For columns of truth values. */
    record BooleanValue(boolean value) implements Literal {}

    /** For columns of decimals, with the column's precision and scale. */
    record DecimalValue(BigDecimal value, int precision, int scale) implements Literal {}
  }

  /** A column compared with a value; unknown where the column is null. */
  record Comparison(String column, Operator operator, Literal value) implements Predicate {}

  /** A column equal to one of some values; unknown where the column is null. */
  record In(String column, List<Literal> values) implements Predicate {
    /** Copies the list. */
    public In {
      values = List.copyOf(values);
    }
  }

  /** A column without a value. */
  record IsNull(String column) implements Predicate {}

  /** All of some predicates. */
  record And(List<Predicate> of) implements Predicate {
    /** Copies the list. */
    public And {
      of = List.copyOf(of);
    }
  }

  /** Any of some predicates. */
  record Or(List<Predicate> of) implements Predicate {
    /** Copies the list. */
    public Or {
      of = List.copyOf(of);
    }
  }

  /** Not, three-valued: unknown stays unknown. */
  record Not(Predicate of) implements Predicate {}
}
