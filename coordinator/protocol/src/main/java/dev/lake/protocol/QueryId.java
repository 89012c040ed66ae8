package dev.lake.protocol;

import java.io.Serializable;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Names a query: 128 random bits as 32 lower-case hexadecimal digits, which say nothing. */
public record QueryId(String value) implements Serializable {
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");
  private static final SecureRandom RANDOM = new SecureRandom();

  public QueryId {
    Check.matching(value, FORM, "query id", "32 lower-case hexadecimal digits");
  }

  public static QueryId random() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return new QueryId(HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return value;
  }
}
