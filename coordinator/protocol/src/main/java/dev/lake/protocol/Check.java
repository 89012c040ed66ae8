package dev.lake.protocol;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The conditions that values put on themselves; a message names the field, never its content. */
final class Check {
  static final int MAX_LOCATION = 2048;
  static final int MAX_INCARNATION = 128;
  static final int MAX_ETAG = 128;

  private static final Pattern ETAG = Pattern.compile("[\\x21-\\x7e]{1," + MAX_ETAG + "}");
  private static final Pattern NONCE = Pattern.compile("[0-9a-zA-Z-]{1,64}");
  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern PART_NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,95}");

  private Check() {}

  static void that(boolean holds, String field, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(field + " must be " + expected);
    }
  }

  static String text(String value, String field, int maxChars) {
    that(!value.isBlank(), field, "not blank");
    that(value.length() <= maxChars, field, "at most " + maxChars + " characters");
    return value;
  }

  static String plain(String value, String field, int maxChars) {
    text(value, field, maxChars);
    that(value.chars().noneMatch(Character::isISOControl), field, "free of control characters");
    return value;
  }

  static String location(String value) {
    return plain(value, "location", MAX_LOCATION);
  }

  static String incarnation(String value) {
    return plain(value, "incarnation", MAX_INCARNATION);
  }

  static String etag(String value) {
    return matching(value, ETAG, "etag", "1 to " + MAX_ETAG + " printable ASCII characters");
  }

  static String nonce(String value, String field) {
    return matching(value, NONCE, field, "1 to 64 letters, digits or '-'");
  }

  static String sha256(String value, String field) {
    return matching(value, SHA_256, field, "a SHA-256 as 64 lower-case hexadecimal digits");
  }

  static String partName(String value) {
    return matching(value, PART_NAME, "part", "1 to 96 of a-z, 0-9, '.' and '-'");
  }

  static String matching(String value, Pattern pattern, String field, String expected) {
    that(pattern.matcher(value).matches(), field, expected);
    return value;
  }

  static void count(long value, String field) {
    that(value >= 0, field, "0 or more");
  }

  static void positive(long value, String field) {
    that(value > 0, field, "more than 0");
  }

  static int utf8Length(String value) {
    return value.getBytes(StandardCharsets.UTF_8).length;
  }
}
