package dev.lake.jobs.sql;

import dev.lake.jobs.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens of a statement, read in one pass without a grammar. Good for two things: bounds that
 * must hold before the parser sees the text (its time grows with the square of the operators in an
 * expression, its stack with the depth), and words for errors.
 */
final class Tokens {

  private static final Set<String> OPERATOR_WORDS =
      Set.of("AND", "OR", "NOT", "LIKE", "BETWEEN", "IS", "UNION", "EXCEPT", "INTERSECT", "JOIN");
  private static final Set<String> SET_OPERATIONS = Set.of("UNION", "EXCEPT", "INTERSECT");
  private static final String OPERATORS = "+-*/%<>=|^";

  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int operators;
  private int setOperations;
  private int commas;
  private int depth;
  private int deepest;

  private int at;
  private int line = 1;
  private int lineStart;

  private Tokens(String sql) {
    this.sql = sql;
  }

  static Tokens of(String sql) {
    Tokens tokens = new Tokens(sql);
    tokens.read();
    return tokens;
  }

  List<Token> all() {
    return tokens;
  }

  int operators() {
    return operators;
  }

  int setOperations() {
    return setOperations;
  }

  int commas() {
    return commas;
  }

  /** How deep parentheses and brackets are nested. */
  int deepest() {
    return deepest;
  }

  /** The index of the token that covers a position or is the first behind it; empty at the end. */
  Optional<Integer> indexAt(int wantedLine, int wantedColumn) {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean behind =
          token.line() > wantedLine
              || (token.line() == wantedLine
                  && token.column() + (token.end() - token.start()) > wantedColumn);
      if (behind) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private void read() {
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == '\n') {
        line++;
        lineStart = at + 1;
        at++;
      } else if (Character.isWhitespace(c)) {
        at++;
      } else if (!comment()) {
        token(c);
      }
    }
  }

  private boolean comment() {
    if (sql.startsWith("--", at) || sql.startsWith("//", at)) {
      int end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length() : end;
      return true;
    }
    if (!sql.startsWith("/*", at) || sql.startsWith("/*+", at)) {
      return false;
    }
    int end = sql.indexOf("*/", at + 2);
    skipTo(end < 0 ? sql.length() : end + 2);
    return true;
  }

  private void token(char c) {
    if (c == '\'') {
      add(Kind.LITERAL, quotedEnd('\''));
    } else if (c == '`') {
      add(Kind.QUOTED_NAME, quotedEnd('`'));
    } else if (Character.isDigit(c)) {
      add(Kind.LITERAL, runEnd());
    } else if (Character.isJavaIdentifierStart(c)) {
      word();
    } else {
      symbol(c);
    }
  }

  private void word() {
    int end = runEnd();
    Token word = add(Kind.WORD, end);
    if (OPERATOR_WORDS.contains(word.upper())) {
      operators++;
    }
    if (SET_OPERATIONS.contains(word.upper())) {
      setOperations++;
    }
  }

  private void symbol(char c) {
    if (OPERATORS.indexOf(c) >= 0) {
      operators++;
    }
    if (c == ',') {
      commas++;
    }
    if (c == '(' || c == '[') {
      deepest = Math.max(deepest, ++depth);
    } else if (c == ')' || c == ']') {
      depth--;
    }
    add(Kind.SYMBOL, at + Character.charCount(sql.codePointAt(at)));
  }

  private int runEnd() {
    int end = at;
    while (end < sql.length() && Character.isJavaIdentifierPart(sql.charAt(end))) {
      end++;
    }
    return Math.max(end, at + 1);
  }

  private int quotedEnd(char quote) {
    int end = at + 1;
    while (end < sql.length()) {
      if (sql.charAt(end) != quote) {
        end++;
      } else if (end + 1 < sql.length() && sql.charAt(end + 1) == quote) {
        end += 2;
      } else {
        return end + 1;
      }
    }
    return end;
  }

  private Token add(Kind kind, int end) {
    Token token = new Token(kind, at, end, line, at - lineStart + 1, sql.substring(at, end));
    tokens.add(token);
    skipTo(end);
    return token;
  }

  private void skipTo(int end) {
    for (int i = at; i < end; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    at = end;
  }
}
