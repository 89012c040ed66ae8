package dev.lake.jobs.sql;

import dev.lake.lance.dataset.DatasetException;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.calcite.plan.RelOptPlanner.CannotPlanException;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.planner.codegen.CodeGenException;

/**
 * Words for a statement that parses but cannot be planned. Flink's and Calcite's own words may hold
 * literals and class names: only texts known to be free of them pass (I6).
 */
final class ValidationErrors {

  private static final String QUOTED = "'(.{1,300})'";

  private record Rule(
      Pattern pattern, ErrorCode code, BiFunction<ValidationErrors, Matcher, String> words) {}

  private static final List<Rule> RULES =
      List.of(
          rule(
              "Column " + QUOTED + " not found in .*",
              ErrorCode.UNKNOWN_COLUMN,
              (errors, found) -> errors.unknownColumn(found.group(1))),
          rule(
              "(?:Table|Object) " + QUOTED + " not found.*",
              ErrorCode.UNKNOWN_TABLE,
              (errors, found) ->
                  "Unknown table or alias `%s`".formatted(Token.cut(found.group(1)))),
          rule(
              "No match found for function signature ([^(]{1,300})\\(.*",
              ErrorCode.UNKNOWN_FUNCTION,
              (errors, found) -> errors.unknownFunction(found.group(1))),
          rule(
              "Column " + QUOTED + " is ambiguous",
              ErrorCode.INVALID_STATEMENT,
              (errors, found) ->
                  "Column `%s` is in more than one table; write table.column"
                      .formatted(Token.cut(found.group(1)))),
          rule(
              "Expression " + QUOTED + " is not being grouped",
              ErrorCode.INVALID_STATEMENT,
              (errors, found) -> notGrouped(found.group(1))),
          rule(
              "Cannot apply '([^']{1,100})' to arguments of type '([^']{1,500})'.*",
              ErrorCode.INVALID_STATEMENT,
              (errors, found) ->
                  "%s does not take these types: %s"
                      .formatted(Token.cut(found.group(1)), found.group(2))),
          rule(
              "Unknown identifier " + QUOTED,
              ErrorCode.INVALID_STATEMENT,
              (errors, found) -> "Unknown type `%s`".formatted(Token.cut(found.group(1)))),
          rule(
              "Illegal use of 'NULL'",
              ErrorCode.INVALID_STATEMENT,
              (errors, found) -> "NULL has no type here; write CAST(NULL AS type)"),
          rule(
              "Invalid number of arguments to function '([^']{1,100})'.*",
              ErrorCode.INVALID_STATEMENT,
              (errors, found) ->
                  "%s takes another number of arguments".formatted(Token.cut(found.group(1)))));

  private final Statement statement;
  private final SnapshotCatalog catalog;
  private final Set<String> functions;

  ValidationErrors(Statement statement, SnapshotCatalog catalog, Set<String> functions) {
    this.statement = statement;
    this.catalog = catalog;
    this.functions = functions;
  }

  private static Rule rule(
      String pattern, ErrorCode code, BiFunction<ValidationErrors, Matcher, String> words) {
    return new Rule(Pattern.compile(pattern, Pattern.DOTALL), code, words);
  }

  LakeException toLake(Throwable failure) {
    CalciteContextException position = null;
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LakeException lake) {
        return lake;
      }
      if (cause instanceof DatasetException dataset) {
        return DatasetErrors.toLake(dataset, "A table of the statement");
      }
      if (cause instanceof CalciteContextException context) {
        position = context;
      }
      root = cause;
    }
    String message = String.valueOf(root.getMessage());
    if (message.contains("RAW")) {
      Optional<LakeException> opaque = opaqueUse();
      if (opaque.isPresent()) {
        return opaque.get();
      }
    }
    return position == null ? unplaced(failure, root, message) : placed(message, position);
  }

  private LakeException placed(String message, CalciteContextException position) {
    String place =
        " (line %d, column %d)".formatted(position.getPosLine(), position.getPosColumn());
    for (Rule rule : RULES) {
      Matcher matcher = rule.pattern().matcher(message);
      if (matcher.matches()) {
        return new LakeException(rule.code(), "%s", rule.words().apply(this, matcher) + place);
      }
    }
    return new LakeException(ErrorCode.INVALID_STATEMENT, "%s", withoutQuotes(message) + place);
  }

  private static LakeException unplaced(Throwable failure, Throwable root, String message) {
    if (root instanceof ArithmeticException) {
      return new LakeException(
          ErrorCode.INVALID_STATEMENT, "A constant cannot be worked out: division by zero");
    }
    if (failure instanceof ValidationException) {
      return new LakeException(ErrorCode.INVALID_STATEMENT, "%s", withoutQuotes(message));
    }
    if (failure instanceof TableException
        || failure instanceof CannotPlanException
        || failure instanceof CodeGenException
        || failure instanceof UnsupportedOperationException) {
      return new LakeException(
          ErrorCode.UNSUPPORTED_FEATURE,
          WordlessException.of(failure),
          "The planner cannot run this form of statement%s",
          root instanceof CannotPlanException ? "" : ": " + withoutQuotes(message));
    }
    return new LakeException(
        ErrorCode.INTERNAL,
        WordlessException.of(failure),
        "The statement could not be planned: an internal error");
  }

  /** The part of a message before anything quoted: what is quoted may be a literal. */
  private static String withoutQuotes(String message) {
    String first = message.lines().findFirst().orElse("");
    int quote = first.indexOf('\'');
    String plain = quote < 0 ? first : first.substring(0, quote).strip() + " …";
    boolean safe = !plain.isBlank() && !plain.contains("org.apache") && plain.length() <= 300;
    return safe ? plain : "The statement is not valid";
  }

  private static String notGrouped(String expression) {
    return expression.matches("[\\w.$]{1,64}")
        ? "Column `%s` is neither grouped nor aggregated".formatted(expression)
        : "An expression is neither grouped nor aggregated";
  }

  private String unknownColumn(String name) {
    Stream<String> columns =
        catalog.names().stream()
            .flatMap(table -> catalog.dataset(table).schema().getFields().stream())
            .map(Field::getName);
    return "Unknown column `%s`%s".formatted(Token.cut(name), didYouMean(name, columns));
  }

  private String unknownFunction(String name) {
    Optional<String> known = functions.stream().filter(name::equalsIgnoreCase).findFirst();
    return known.isPresent()
        ? "Function %s does not take arguments of these types".formatted(Token.cut(name))
        : "Unknown function `%s`%s"
            .formatted(Token.cut(name), didYouMean(name, functions.stream()));
  }

  private static String didYouMean(String name, Stream<String> known) {
    return NearestName.of(name, known)
        .map(near -> "; did you mean `%s`?".formatted(Token.cut(near)))
        .orElse("");
  }

  /**
   * The error for a column that the statement names and SQL cannot compute with, if there is one.
   */
  private Optional<LakeException> opaqueUse() {
    List<Token> tokens = Tokens.of(statement.sql()).all();
    return catalog.names().stream()
        .flatMap(table -> catalog.dataset(table).schema().getFields().stream())
        .filter(column -> tokens.stream().anyMatch(token -> names(token, column.getName())))
        .flatMap(column -> OpaqueColumns.refusal(column).stream())
        .findFirst();
  }

  private static boolean names(Token token, String column) {
    return token.text().equals(column) || token.text().equals("`" + column + "`");
  }
}
