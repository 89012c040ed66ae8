package dev.lake.lance.dataset;

/** Which text survives the way into the native library. */
final class TextChecks {
  private TextChecks() {}

  /** No NUL and nothing outside the basic plane: both fail in the native library's own encoding. */
  static boolean plain(String text) {
    return text.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c));
  }
}
