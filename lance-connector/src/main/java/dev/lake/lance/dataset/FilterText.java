package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
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
import dev.lake.lance.dataset.Predicate.Or;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A predicate in the native library's words: names in backticks, typed literals, chains as balanced
 * trees (a flat chain of 400 overflows the library's stack and aborts the process).
 */
final class FilterText {
  /** The library's parser refuses 50 nested expressions; a negation in parentheses counts twice. */
  static final int MOST_DEPTH = 20;

  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int MOST_PRECISION = 38;

  private final StringBuilder text = new StringBuilder();

  private FilterText() {}

  /**
   * The text of a predicate.
   *
   * @throws DatasetException BAD_FILTER if there is no safe one
   */
  static String of(Predicate predicate) {
    FilterText filter = new FilterText();
    filter.add(predicate, 1);
    return filter.text.toString();
  }

  /** Whether {@link #of} has an answer. */
  static boolean possible(Predicate predicate) {
    try {
      return !of(predicate).isEmpty();
    } catch (DatasetException e) {
      return false;
    }
  }

  private void add(Predicate predicate, int depth) {
    require(depth <= MOST_DEPTH && text.length() <= MOST_CHARACTERS, "it is too large");
    if (predicate instanceof Comparison comparison) {
      add(comparison);
    } else if (predicate instanceof In in) {
      add(in);
    } else if (predicate instanceof IsNull isNull) {
      name(isNull.column()).append(" IS NULL");
    } else if (predicate instanceof And and) {
      chain(and.of(), " AND ", depth);
    } else if (predicate instanceof Or or) {
      chain(or.of(), " OR ", depth);
    } else if (predicate instanceof Not not) {
      text.append("(NOT ");
      add(not.of(), depth + 1);
      text.append(')');
    }
  }

  private void chain(List<Predicate> of, String word, int depth) {
    require(!of.isEmpty(), "a part of it is empty");
    if (of.size() == 1) {
      add(of.get(0), depth);
      return;
    }
    require(depth <= MOST_DEPTH, "it is too large");
    int half = of.size() / 2;
    text.append('(');
    chain(of.subList(0, half), word, depth + 1);
    text.append(word);
    chain(of.subList(half, of.size()), word, depth + 1);
    text.append(')');
  }

  private void add(Comparison comparison) {
    name(comparison.column()).append(' ').append(comparison.operator().symbol()).append(' ');
    add(comparison.value());
  }

  private void add(In in) {
    require(!in.values().isEmpty(), "a list of values is empty");
    name(in.column()).append(" IN (");
    String separator = "";
    for (Literal value : in.values()) {
      text.append(separator);
      add(value);
      separator = ",";
    }
    text.append(')');
  }

  private StringBuilder name(String column) {
    require(ReadableColumns.scannableName(column), "a column has a name that Lance cannot filter");
    return text.append('`').append(column).append('`');
  }

  private void add(Literal literal) {
    String problem = problem(literal);
    require(problem == null, String.valueOf(problem));
    if (literal instanceof IntegerValue integer) {
      text.append(integer.value());
    } else if (literal instanceof TextValue value) {
      text.append('\'').append(value.value().replace("'", "''")).append('\'');
    } else if (literal instanceof DateValue date) {
      text.append("DATE '").append(date.value()).append('\'');
    } else if (literal instanceof BooleanValue truth) {
      text.append(truth.value() ? "TRUE" : "FALSE");
    } else if (literal instanceof DecimalValue decimal) {
      text.append("CAST('")
          .append(decimal.value().toPlainString())
          .append("' AS DECIMAL(")
          .append(decimal.precision())
          .append(',')
          .append(decimal.scale())
          .append("))");
    }
    require(text.length() <= MOST_CHARACTERS, "it is too large");
  }

  private static @Nullable String problem(Literal literal) {
    if (literal instanceof IntegerValue integer && integer.value() == Long.MIN_VALUE) {
      return "an integer is read as a float";
    }
    if (literal instanceof TextValue value && !TextChecks.plain(value.value())) {
      return "a text has characters that Lance cannot filter by";
    }
    if (literal instanceof DateValue date && !fourDigitYear(date.value())) {
      return "a date is out of range";
    }
    if (literal instanceof DecimalValue decimal && !fits(decimal)) {
      return "a decimal does not fit its type";
    }
    return null;
  }

  private static boolean fourDigitYear(LocalDate date) {
    return date.getYear() >= 1 && date.getYear() <= 9999;
  }

  private static boolean fits(DecimalValue decimal) {
    BigDecimal value = decimal.value();
    return decimal.precision() >= 1
        && decimal.precision() <= MOST_PRECISION
        && decimal.scale() >= 0
        && decimal.scale() <= decimal.precision()
        && value.scale() >= 0
        && value.scale() <= decimal.scale()
        && value.precision() - value.scale() <= decimal.precision() - decimal.scale();
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new DatasetException(
          Kind.BAD_FILTER, "A filter cannot be handed to Lance: " + problem + ".");
    }
  }
}
