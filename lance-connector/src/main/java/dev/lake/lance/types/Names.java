package dev.lake.lance.types;

import org.apache.arrow.vector.complex.BaseRepeatedValueVector;

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
    return parent + "." + own(name);
  }

  /** Arrow Java gives the child vector of every list one name, whatever the schema says. */
  static String own(String name) {
    return name.equals(BaseRepeatedValueVector.DATA_VECTOR_NAME) ? ArrowFields.LIST_ITEM : name;
  }
}
