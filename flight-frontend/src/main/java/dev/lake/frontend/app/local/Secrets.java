package dev.lake.frontend.app.local;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Random text for tokens and keys. */
final class Secrets {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 32;

  private Secrets() {}

  /** 256 random bits in letters, digits, {@code -} and {@code _}. */
  static String token() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(TOKEN_BYTES));
  }

  static String hex(int bytes) {
    return HexFormat.of().formatHex(bytes(bytes));
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
