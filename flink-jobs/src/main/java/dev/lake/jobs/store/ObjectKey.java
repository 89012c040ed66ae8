package dev.lake.jobs.store;

import java.util.regex.Pattern;

/**
 * The shape of a key: names of {@code [A-Za-z0-9._-]} joined by single slashes, none of them {@code
 * .} or {@code ..}, at most 512 characters. Whatever passes means the same place in every store.
 */
public final class ObjectKey {
  private static final int MAX_LENGTH = 512;
  private static final Pattern SHAPE =
      Pattern.compile("(?!\\.{1,2}(/|$))[A-Za-z0-9._-]+(/(?!\\.{1,2}(/|$))[A-Za-z0-9._-]+)*");

  private ObjectKey() {}

  /**
   * Returns the key unchanged.
   *
   * @throws IllegalArgumentException if it is no key; the message does not quote it
   */
  public static String checked(String key) {
    if (key.length() > MAX_LENGTH || !SHAPE.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "an object key has names of [A-Za-z0-9._-] joined by slashes, at most 512 characters");
    }
    return key;
  }

  /**
   * Returns a prefix for listing unchanged: empty, or a key that may end in a slash.
   *
   * @throws IllegalArgumentException if it is no such prefix
   */
  public static String checkedPrefix(String prefix) {
    if (!prefix.isEmpty()) {
      checked(prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix);
    }
    return prefix;
  }
}
