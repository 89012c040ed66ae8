package dev.lake.jobs.sql;

import dev.lake.jobs.sql.Token.Kind;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Words for a statement that does not parse: where, near what, and what would help. */
final class SyntaxErrors {

  private final String sql;
  private final Tokens tokens;

  SyntaxErrors(String sql, Tokens tokens) {
    this.sql = sql;
    this.tokens = tokens;
  }

  LakeException of(SqlParseException failure) {
    if (tokens.all().isEmpty()) {
      return new LakeException(ErrorCode.SYNTAX_ERROR, "The statement is empty");
    }
    SqlParserPos pos = failure.getPos();
    if (pos == null || pos.getLineNum() < 1) {
      return new LakeException(
          ErrorCode.SYNTAX_ERROR, "The statement cannot be parsed%s", start(tokens.all().get(0)));
    }
    Optional<Integer> found = tokens.indexAt(pos.getLineNum(), pos.getColumnNum());
    if (found.isEmpty() || atEnd(failure)) {
      return new LakeException(
          ErrorCode.SYNTAX_ERROR,
          "Syntax error at line %d, column %d: the statement ends too early%s",
          pos.getLineNum(),
          pos.getColumnNum(),
          reserved(tokens.all().size() - 1, pos));
    }
    Token near = tokens.all().get(found.get());
    return new LakeException(
        ErrorCode.SYNTAX_ERROR,
        "Syntax error at line %d, column %d near %s%s",
        pos.getLineNum(),
        pos.getColumnNum(),
        near.shown(),
        hint(found.get(), near, pos));
  }

  private static boolean atEnd(SqlParseException failure) {
    String message = failure.getMessage();
    return message != null && message.startsWith("Encountered \"<EOF>\"");
  }

  private static String start(Token first) {
    return first.kind() == Kind.WORD ? ", it starts with " + first.shown() : "";
  }

  private String hint(int index, Token near, SqlParserPos pos) {
    String text = near.text();
    if (text.equals("\"")) {
      return ": names are quoted with backticks, text with single quotes";
    }
    if (text.equals(":")) {
      return ": write CAST(x AS type) instead of x::type";
    }
    String reserved = reserved(index, pos);
    if (!reserved.isEmpty()) {
      return reserved;
    }
    if (index == 0) {
      return ": a statement starts with SELECT, WITH, VALUES or EXPLAIN";
    }
    return near.kind() == Kind.LITERAL && !closed(near) ? ": the quote is not closed" : "";
  }

  private static boolean closed(Token literal) {
    String text = literal.text();
    return text.charAt(0) != '\'' || (text.length() > 1 && text.endsWith("'"));
  }

  /** Tries the words around the place: is one reserved, and does quoting it get the parser on? */
  private String reserved(int index, SqlParserPos pos) {
    List<Token> all = tokens.all();
    for (int i : new int[] {index, index + 1, index - 1}) {
      if (i < 0 || i >= all.size() || all.get(i).kind() != Kind.WORD) {
        continue;
      }
      Token word = all.get(i);
      if (Grammar.keyword(word.text()) && helps(word, pos)) {
        String shown = Token.cut(word.text());
        return ": `%s` is a reserved word, quote it with backticks: `%s`".formatted(shown, shown);
      }
    }
    return "";
  }

  private boolean helps(Token word, SqlParserPos before) {
    String quoted =
        sql.substring(0, word.start()) + "`" + word.text() + "`" + sql.substring(word.end());
    try {
      SqlParser.create(quoted, Grammar.CONFIG).parseStmtList();
      return true;
    } catch (SqlParseException e) {
      SqlParserPos after = e.getPos();
      int column = Math.max(before.getColumnNum(), word.column() + word.text().length()) + 2;
      return after != null
          && (after.getLineNum() > before.getLineNum()
              || (after.getLineNum() == before.getLineNum() && after.getColumnNum() > column));
    }
  }
}
