package dev.lake.lance.table;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Predicate;
import dev.lake.lance.dataset.Predicate.And;
import dev.lake.lance.dataset.Predicate.Comparison;
import dev.lake.lance.dataset.Predicate.In;
import dev.lake.lance.dataset.Predicate.IsNull;
import dev.lake.lance.dataset.Predicate.Literal;
import dev.lake.lance.dataset.Predicate.Literal.BooleanValue;
import dev.lake.lance.dataset.Predicate.Not;
import dev.lake.lance.dataset.Predicate.Operator;
import dev.lake.lance.dataset.Predicate.Or;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;

/**
 * Flink's filters as predicates, where Lance's answer is provably Flink's: direct columns of signed
 * integers, text, days, decimals and truth values, compared with literals that the column's own
 * type holds exactly. Floats (NaN, -0.0), unsigned integers, timestamps, dictionaries, LIKE and
 * every computed expression stay with Flink.
 */
final class FilterConversion {
  private static final Map<FunctionDefinition, Operator> OPERATORS =
      Map.of(
          BuiltInFunctionDefinitions.EQUALS, Operator.EQUAL,
          BuiltInFunctionDefinitions.NOT_EQUALS, Operator.NOT_EQUAL,
          BuiltInFunctionDefinitions.LESS_THAN, Operator.LESS,
          BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL, Operator.LESS_OR_EQUAL,
          BuiltInFunctionDefinitions.GREATER_THAN, Operator.GREATER,
          BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, Operator.GREATER_OR_EQUAL);

  private static final Map<Operator, Operator> SWAPPED =
      Map.of(
          Operator.EQUAL, Operator.EQUAL,
          Operator.NOT_EQUAL, Operator.NOT_EQUAL,
          Operator.LESS, Operator.GREATER,
          Operator.LESS_OR_EQUAL, Operator.GREATER_OR_EQUAL,
          Operator.GREATER, Operator.LESS,
          Operator.GREATER_OR_EQUAL, Operator.LESS_OR_EQUAL);

  /** Deeper expressions are not looked at. */
  private static final int MOST_DEPTH = 64;

  private final Map<String, Field> columns = new HashMap<>();

  FilterConversion(DatasetDescription dataset) {
    for (Field column : dataset.schema().getFields()) {
      if (!dataset.dictionaryColumns().contains(column.getName()) && ordinary(column)) {
        columns.put(column.getName(), column);
      }
    }
  }

  /** Blobs and extension types are stored otherwise than their Arrow type says. */
  private static boolean ordinary(Field column) {
    return !column.getMetadata().containsKey("ARROW:extension:name")
        && !column.getMetadata().containsKey("lance-encoding:blob");
  }

  /** The whole expression as a predicate; empty where any part of it must stay with Flink. */
  Optional<Predicate> convert(ResolvedExpression expression) {
    return convert(expression, 0).filter(Predicate::scannable);
  }

  private Optional<Predicate> convert(ResolvedExpression expression, int depth) {
    if (depth > MOST_DEPTH) {
      return Optional.empty();
    }
    if (expression instanceof FieldReferenceExpression reference) {
      return truth(reference);
    }
    if (!(expression instanceof CallExpression call)) {
      return Optional.empty();
    }
    FunctionDefinition function = call.getFunctionDefinition();
    List<ResolvedExpression> operands = call.getResolvedChildren();
    if (function.equals(BuiltInFunctionDefinitions.AND)) {
      return all(operands, depth).map(FilterConversion::and);
    }
    if (function.equals(BuiltInFunctionDefinitions.OR)) {
      return all(operands, depth).map(FilterConversion::or);
    }
    if (function.equals(BuiltInFunctionDefinitions.NOT) && operands.size() == 1) {
      return convert(operands.get(0), depth + 1).map(Not::new);
    }
    if (function.equals(BuiltInFunctionDefinitions.IS_NULL)) {
      return isNull(operands);
    }
    if (function.equals(BuiltInFunctionDefinitions.IS_NOT_NULL)) {
      return isNull(operands).map(Not::new);
    }
    if (function.equals(BuiltInFunctionDefinitions.IN)) {
      return in(operands);
    }
    Operator operator = OPERATORS.get(function);
    return operator == null ? Optional.empty() : comparison(operator, operands);
  }

  private Optional<List<Predicate>> all(List<ResolvedExpression> operands, int depth) {
    List<Predicate> converted = new ArrayList<>();
    for (ResolvedExpression operand : operands) {
      Optional<Predicate> predicate = convert(operand, depth + 1);
      if (predicate.isEmpty()) {
        return Optional.empty();
      }
      converted.add(predicate.orElseThrow());
    }
    return Optional.of(converted);
  }

  /** Chains come nested in pairs; flat, they are balanced when they are written. */
  private static Predicate and(List<Predicate> operands) {
    return new And(flat(operands, p -> p instanceof And and ? and.of() : List.of(p)));
  }

  private static Predicate or(List<Predicate> operands) {
    return new Or(flat(operands, p -> p instanceof Or or ? or.of() : List.of(p)));
  }

  private static List<Predicate> flat(
      List<Predicate> operands, Function<Predicate, List<Predicate>> parts) {
    return operands.stream().flatMap(p -> parts.apply(p).stream()).toList();
  }

  /** A column of truth values that stands alone. */
  private Optional<Predicate> truth(FieldReferenceExpression reference) {
    return column(reference)
        .filter(column -> column.getType() instanceof ArrowType.Bool)
        .map(column -> new Comparison(column.getName(), Operator.EQUAL, new BooleanValue(true)));
  }

  private Optional<Predicate> isNull(List<ResolvedExpression> operands) {
    return operands.size() == 1
        ? column(operands.get(0)).filter(FilterConversion::flat).map(c -> new IsNull(c.getName()))
        : Optional.empty();
  }

  private static boolean flat(Field column) {
    return column.getChildren().isEmpty() && !(column.getType() instanceof ArrowType.Null);
  }

  private Optional<Predicate> in(List<ResolvedExpression> operands) {
    Optional<Field> column = column(operands.get(0));
    if (column.isEmpty() || operands.size() < 2) {
      return Optional.empty();
    }
    List<Literal> values = new ArrayList<>();
    for (ResolvedExpression operand : operands.subList(1, operands.size())) {
      Optional<Literal> value = literal(column.orElseThrow(), operand);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.add(value.orElseThrow());
    }
    return Optional.of(new In(column.orElseThrow().getName(), values));
  }

  private Optional<Predicate> comparison(Operator operator, List<ResolvedExpression> operands) {
    if (operands.size() != 2) {
      return Optional.empty();
    }
    ResolvedExpression left = operands.get(0);
    ResolvedExpression right = operands.get(1);
    return left instanceof FieldReferenceExpression
        ? comparison(left, operator, right)
        : comparison(right, SWAPPED.getOrDefault(operator, operator), left);
  }

  private Optional<Predicate> comparison(
      ResolvedExpression reference, Operator operator, ResolvedExpression value) {
    return column(reference)
        .flatMap(
            column ->
                literal(column, value)
                    .map(literal -> new Comparison(column.getName(), operator, literal)));
  }

  private Optional<Field> column(ResolvedExpression expression) {
    return expression instanceof FieldReferenceExpression reference
        ? Optional.ofNullable(columns.get(reference.getName()))
        : Optional.empty();
  }

  private static Optional<Literal> literal(Field column, ResolvedExpression expression) {
    return expression instanceof ValueLiteralExpression value
        ? LiteralConversion.convert(column, value)
        : Optional.empty();
  }
}
