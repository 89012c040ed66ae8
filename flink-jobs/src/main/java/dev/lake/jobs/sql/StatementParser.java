package dev.lake.jobs.sql;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.flink.sql.parser.dql.SqlRichExplain;

/**
 * The read-only gate: text in, {@link Statement} out, or an error that names what is wrong.
 *
 * <p>Accepts exactly one SELECT, WITH, VALUES or set operation (each with an optional ORDER BY), or
 * EXPLAIN of one; works on the syntax tree only and touches no catalog. Immutable, safe for use by
 * many threads.
 */
public final class StatementParser {

  /** Longest statement, in bytes of UTF-8. */
  public static final int MAX_BYTES = 256 << 10;

  /** Most places where a statement names a table. */
  public static final int MAX_TABLES = 64;

  static final int MAX_OPERATORS = 5_000;
  static final int MAX_NESTING = 200;

  /**
   * Most entries of all lists together. The planner's time grows with the square of an IN list, and
   * it heeds no interrupt: 40,000 entries keep a thread and a gigabyte for minutes.
   */
  static final int MAX_ENTRIES = 10_000;

  /** Most UNIONs, EXCEPTs and INTERSECTs: they nest, and the planner prints the plan at each. */
  static final int MAX_SET_OPERATIONS = 200;

  private static final Set<SqlKind> QUERIES =
      Set.of(
          SqlKind.SELECT,
          SqlKind.WITH,
          SqlKind.VALUES,
          SqlKind.UNION,
          SqlKind.INTERSECT,
          SqlKind.EXCEPT,
          SqlKind.ORDER_BY);

  /** Statements whose answer there is, but not in SQL. */
  private static final Set<String> LISTINGS = Set.of("SHOW", "DESCRIBE", "DESC");

  private static final String ELSEWHERE =
      "; in this version, `lake table list`, `lake table describe` and the metadata commands of"
          + " Flight SQL tell which tables and columns there are";

  /** A parser; there is nothing to configure. */
  public StatementParser() {}

  /**
   * Parses and checks one statement.
   *
   * @param sql the text, at most {@link #MAX_BYTES}
   * @param defaultNamespace where a table named without a namespace lives
   * @throws LakeException with code SYNTAX_ERROR, NOT_READ_ONLY, MULTIPLE_STATEMENTS,
   *     STATEMENT_TOO_LARGE, STATEMENT_TOO_COMPLEX, UNKNOWN_TABLE (another catalog),
   *     UNBOUND_PARAMETERS or UNSUPPORTED_FEATURE; the message quotes at most one identifier or
   *     token of the statement, never a literal
   */
  public Statement parse(String sql, String defaultNamespace) {
    if (sql.length() > MAX_BYTES || sql.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new LakeException(
          ErrorCode.STATEMENT_TOO_LARGE, "A statement may have at most %d KiB", MAX_BYTES >> 10);
    }
    Tokens tokens = Tokens.of(sql);
    bounded(tokens.operators(), MAX_OPERATORS, "operators");
    bounded(tokens.setOperations(), MAX_SET_OPERATIONS, "set operations");
    bounded(tokens.commas(), MAX_ENTRIES, "commas (entries of lists)");
    bounded(tokens.deepest(), MAX_NESTING, "levels of parentheses");
    try {
      SqlNode node = only(parseList(sql, tokens), tokens);
      boolean explain = node instanceof SqlRichExplain;
      SqlNode query = explain ? explained((SqlRichExplain) node, tokens) : node;
      if (!QUERIES.contains(query.getKind())) {
        throw notReadOnly(tokens, 0);
      }
      return new Statement(sql, TableReferences.of(query, defaultNamespace), explain);
    } catch (StackOverflowError e) {
      throw tooDeep();
    }
  }

  /** The tree of a statement's query that passed {@link #parse}; new for each call. */
  static SqlNode query(Statement statement) {
    SqlNode node = parseList(statement.sql(), Tokens.of(statement.sql())).get(0);
    return node instanceof SqlRichExplain explain ? explain.getStatement() : node;
  }

  private static List<SqlNode> parseList(String sql, Tokens tokens) {
    try {
      return SqlParser.create(sql, Grammar.CONFIG).parseStmtList().getList();
    } catch (SqlParseException e) {
      if (e.getCause() instanceof StackOverflowError) {
        throw tooDeep();
      }
      throw new SyntaxErrors(sql, tokens).of(e);
    }
  }

  private static SqlNode only(List<SqlNode> nodes, Tokens tokens) {
    if (nodes.size() > 1) {
      throw new LakeException(
          ErrorCode.MULTIPLE_STATEMENTS,
          "One statement at a time: the text holds %d, separated by semicolons",
          nodes.size());
    }
    if (nodes.isEmpty()) {
      throw new SyntaxErrors("", tokens).of(new SqlParseException("", null, null, null, null));
    }
    return nodes.get(0);
  }

  private static SqlNode explained(SqlRichExplain explain, Tokens tokens) {
    SqlNode query = explain.getStatement();
    if (!QUERIES.contains(query.getKind())) {
      throw notReadOnly(tokens, 1);
    }
    if (!explain.getExplainDetails().isEmpty()) {
      throw new LakeException(
          ErrorCode.UNSUPPORTED_FEATURE, "EXPLAIN takes no details here: write EXPLAIN SELECT ...");
    }
    return query;
  }

  /** Names the statement by its first keywords, which are no secret. */
  private static LakeException notReadOnly(Tokens tokens, int from) {
    List<Token> all = tokens.all();
    StringBuilder name = new StringBuilder();
    for (int i = from; i < Math.min(from + 2, all.size()); i++) {
      if (all.get(i).kind() == Token.Kind.WORD && Grammar.keyword(all.get(i).text())) {
        name.append(name.isEmpty() ? "" : " ").append(all.get(i).upper());
      }
    }
    return new LakeException(
        ErrorCode.NOT_READ_ONLY,
        "Only SELECT, WITH, VALUES and EXPLAIN of one of them are answered, not %s%s",
        name.isEmpty() ? "this statement" : name,
        LISTINGS.contains(all.get(from).upper()) ? ELSEWHERE : "");
  }

  private static void bounded(int value, int limit, String what) {
    if (value > limit) {
      throw new LakeException(
          ErrorCode.STATEMENT_TOO_COMPLEX,
          "The statement has %d %s, at most %d are allowed",
          value,
          what,
          limit);
    }
  }

  static LakeException tooDeep() {
    return new LakeException(
        ErrorCode.STATEMENT_TOO_COMPLEX, "The statement is nested too deeply to be planned");
  }
}
