package dev.lake.jobs.sql;

import java.util.Locale;

/**
 * A token of a statement's text.
 *
 * @param kind what it is
 * @param start offset of its first character
 * @param end offset behind its last character
 * @param line from 1
 * @param column from 1
 * @param text its characters
 */
record Token(Kind kind, int start, int end, int line, int column, String text) {

  enum Kind {
    WORD,
    QUOTED_NAME,
    LITERAL,
    SYMBOL
  }

  private static final int MAX_QUOTED = 64;

  boolean is(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  /** How an error may speak of it: literals are never shown, long names are cut (I6). */
  String shown() {
    if (kind == Kind.LITERAL) {
      return "a literal";
    }
    String plain = kind == Kind.QUOTED_NAME ? text.replace("`", "") : text;
    return "`" + cut(plain) + "`";
  }

  String upper() {
    return text.toUpperCase(Locale.ROOT);
  }

  /** At most 64 characters of a name, without control characters. */
  static String cut(String name) {
    String plain = name.replaceAll("\\p{Cntrl}", " ");
    if (plain.length() <= MAX_QUOTED) {
      return plain;
    }
    int end = Character.isHighSurrogate(plain.charAt(MAX_QUOTED - 2)) ? 62 : 63;
    return plain.substring(0, end) + "…";
  }
}
