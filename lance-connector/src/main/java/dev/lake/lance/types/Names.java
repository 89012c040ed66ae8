package dev.lake.lance.types;

/** Names as messages show them: quoted, and never longer than is useful. */
final class Names {
  private static final int LONGEST = 64;

  private Names() {}

  static String quote(String name) {
    return "'" + shorten(name, LONGEST) + "'";
  }

  static String shorten(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, longest - 1))) + "…";
  }

  static String child(String parent, String name) {
    return parent + "." + name;
  }
}
