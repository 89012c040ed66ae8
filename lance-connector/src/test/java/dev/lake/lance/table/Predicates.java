package dev.lake.lance.table;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Random conditions over the columns of {@link MixedTable}, each as SQL and as a plain evaluation
 * with three truth values.
 */
final class Predicates {
  /** One condition. */
  record Condition(String sql, Function<Map<String, @Nullable Object>, @Nullable Boolean> holds) {}

  private static final List<String> COLUMNS =
      List.of("tiny", "whole", "big", "words", "price", "born", "yes", "ratio");

  private final Random random;

  Predicates(long seed) {
    random = new Random(seed);
  }

  Condition next(int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return leaf();
    }
    return switch (random.nextInt(3)) {
      case 0 -> {
        Condition inner = next(depth - 1);
        yield new Condition("NOT (" + inner.sql() + ")", row -> not(inner.holds().apply(row)));
      }
      case 1 -> {
        Condition left = next(depth - 1);
        Condition right = next(depth - 1);
        yield new Condition(
            "(" + left.sql() + " AND " + right.sql() + ")",
            row -> and(left.holds().apply(row), right.holds().apply(row)));
      }
      default -> {
        Condition left = next(depth - 1);
        Condition right = next(depth - 1);
        yield new Condition(
            "(" + left.sql() + " OR " + right.sql() + ")",
            row -> not(and(not(left.holds().apply(row)), not(right.holds().apply(row)))));
      }
    };
  }

  private static @Nullable Boolean not(@Nullable Boolean value) {
    return value == null ? null : !value;
  }

  private static @Nullable Boolean and(@Nullable Boolean left, @Nullable Boolean right) {
    if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
      return false;
    }
    return (left == null || right == null) ? null : true;
  }

  private Condition leaf() {
    String column = COLUMNS.get(random.nextInt(COLUMNS.size()));
    return switch (random.nextInt(5)) {
      case 0 -> nullness(column);
      case 1 -> column.equals("yes") ? truth() : list(column);
      default -> column.equals("yes") ? truth() : comparison(column);
    };
  }

  private Condition nullness(String column) {
    return random.nextBoolean()
        ? new Condition(column + " IS NULL", row -> row.get(column) == null)
        : new Condition(column + " IS NOT NULL", row -> row.get(column) != null);
  }

  private Condition truth() {
    return switch (random.nextInt(3)) {
      case 0 -> new Condition("yes", row -> (Boolean) row.get("yes"));
      case 1 -> new Condition("yes = FALSE", row -> not((Boolean) row.get("yes")));
      default -> new Condition("yes <> TRUE", row -> not((Boolean) row.get("yes")));
    };
  }

  private Condition list(String column) {
    List<Comparable<?>> values =
        IntStream.range(0, 1 + random.nextInt(6))
            .<Comparable<?>>mapToObj(i -> value(column))
            .<Comparable<?>>map(v -> inRange(column, v))
            .toList();
    boolean negated = random.nextBoolean();
    String sql =
        column
            + (negated ? " NOT IN (" : " IN (")
            + values.stream().map(Predicates::sql).collect(Collectors.joining(", "))
            + ")";
    return new Condition(
        sql,
        row -> {
          Object cell = row.get(column);
          if (cell == null) {
            return null;
          }
          boolean in = values.stream().anyMatch(v -> compare(cell, v) == 0);
          return in != negated;
        });
  }

  /** Flink casts the values of a list to the column's type, and wraps those out of its range. */
  private static Comparable<?> inRange(String column, Comparable<?> value) {
    boolean wraps =
        (column.equals("tiny") && ((Number) value).intValue() > Byte.MAX_VALUE)
            || (column.equals("whole") && ((Number) value).longValue() > Integer.MAX_VALUE);
    return wraps ? (Comparable<?>) Integer.valueOf(3) : value;
  }

  private Condition comparison(String column) {
    Comparable<?> value = value(column);
    String operator = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    boolean swapped = random.nextInt(4) == 0;
    String sql =
        swapped
            ? sql(value) + " " + operator + " " + column
            : column + " " + operator + " " + sql(value);
    return new Condition(
        sql,
        row -> {
          Object cell = row.get(column);
          if (cell == null) {
            return null;
          }
          int order = swapped ? compare(value, cell) : compare(cell, value);
          return switch (operator) {
            case "=" -> order == 0;
            case "<>" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
          };
        });
  }

  private static int compare(Object left, Object right) {
    if (left instanceof String l && right instanceof String r) {
      return java.util.Arrays.compareUnsigned(
          l.getBytes(java.nio.charset.StandardCharsets.UTF_8),
          r.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    if (left instanceof LocalDate l && right instanceof LocalDate r) {
      return l.compareTo(r);
    }
    return decimal(left).compareTo(decimal(right));
  }

  private static BigDecimal decimal(Object value) {
    return new BigDecimal(value.toString());
  }

  private Comparable<?> value(String column) {
    return switch (column) {
      case "tiny" -> pick(-128, -1, 0, 1, 7, 127, 128, 300);
      case "whole" -> pick(-5, 0, 3, 17, 40, 2_147_483_647, 3_000_000_000L);
      case "big" -> pick(-9_000_000_000L, -1L, 0L, 5L, Long.MAX_VALUE);
      case "words" -> word();
      case "price" ->
          pick(
              new BigDecimal("0.00"),
              new BigDecimal("1.25"),
              new BigDecimal("-3.5"),
              new BigDecimal("1.255"),
              new BigDecimal("12"),
              new BigDecimal("99999999.99"));
      case "born" ->
          pick(
              LocalDate.of(1969, 12, 31),
              LocalDate.of(1970, 1, 1),
              LocalDate.of(2024, 2, 29),
              LocalDate.of(1, 1, 1));
      default -> pick(new BigDecimal("0.0"), new BigDecimal("0.5"), new BigDecimal("-2.25"));
    };
  }

  /** Without trailing blanks, which Flink takes for padding. */
  private String word() {
    String word = MixedTable.WORDS.get(random.nextInt(MixedTable.WORDS.size()));
    return word.stripTrailing();
  }

  private Comparable<?> pick(Comparable<?>... values) {
    return Objects.requireNonNull(Stream.of(values).toList().get(random.nextInt(values.length)));
  }

  private static String sql(Comparable<?> value) {
    if (value instanceof String text) {
      return "'" + text.replace("'", "''") + "'";
    }
    return value instanceof LocalDate day ? "DATE '" + day + "'" : value.toString();
  }
}
