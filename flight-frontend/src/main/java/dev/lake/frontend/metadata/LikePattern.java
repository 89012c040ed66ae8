package dev.lake.frontend.metadata;

import java.util.Locale;
import java.util.Optional;
import java.util.PrimitiveIterator;

/**
 * A SQL LIKE pattern as metadata requests carry it: {@code %} any text, {@code _} one character,
 * backslash takes the next character as it is. Case does not count, since some tools upper-case
 * every name. Matching takes time in proportion to name times pattern, and names are short.
 */
final class LikePattern {
  /** More literal characters than any name has; some tools send a whole statement as a pattern. */
  private static final int MAX_USEFUL = 256;

  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  private final String text;
  private final int[] tokens;
  private final boolean hopeless;

  LikePattern(String text) {
    this.text = text;
    int[] buffer = new int[MAX_USEFUL];
    int size = 0;
    int useful = 0;
    PrimitiveIterator.OfInt points = text.codePoints().iterator();
    while (points.hasNext() && useful <= MAX_USEFUL) {
      int token = token(points.nextInt(), points);
      boolean repeated = token == ANY_TEXT && size > 0 && buffer[size - 1] == ANY_TEXT;
      if (!repeated) {
        if (size == buffer.length) {
          useful = MAX_USEFUL + 1;
          break;
        }
        buffer[size++] = token;
        useful += token == ANY_TEXT ? 0 : 1;
      }
    }
    this.hopeless = useful > MAX_USEFUL;
    this.tokens = java.util.Arrays.copyOf(buffer, size);
  }

  /** The pattern of an optional filter; absent means that everything matches. */
  static LikePattern of(Optional<String> filter) {
    return new LikePattern(filter.orElse("%"));
  }

  private static int token(int point, PrimitiveIterator.OfInt rest) {
    return switch (point) {
      case '%' -> ANY_TEXT;
      case '_' -> ANY_CHARACTER;
      case '\\' -> fold(rest.hasNext() ? rest.nextInt() : '\\');
      default -> fold(point);
    };
  }

  private static int fold(int point) {
    return Character.toLowerCase(Character.toUpperCase(point));
  }

  /** 0 if the pattern is the very name, 1 if it is but for case, 2 otherwise. */
  int distance(String name) {
    if (name.equals(text)) {
      return 0;
    }
    return name.toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)) ? 1 : 2;
  }

  boolean matches(String name) {
    if (hopeless) {
      return false;
    }
    int[] points = name.codePoints().map(LikePattern::fold).toArray();
    int at = 0;
    int token = 0;
    int retryToken = -1;
    int retryAt = 0;
    while (at < points.length) {
      if (token < tokens.length && tokens[token] == ANY_TEXT) {
        retryToken = token++;
        retryAt = at;
      } else if (token < tokens.length && accepts(tokens[token], points[at])) {
        token++;
        at++;
      } else if (retryToken >= 0) {
        // The last % takes one character more.
        token = retryToken + 1;
        at = ++retryAt;
      } else {
        return false;
      }
    }
    while (token < tokens.length && tokens[token] == ANY_TEXT) {
      token++;
    }
    return token == tokens.length;
  }

  private static boolean accepts(int token, int point) {
    return token == ANY_CHARACTER || token == point;
  }
}
