package dev.lake.protocol;

import java.io.Serializable;
import java.util.regex.Pattern;

/** A digest of bytes, as lower-case hexadecimal digits, most significant first. */
public record Digest(DigestAlgorithm algorithm, String hex) implements Serializable {
  private static final Pattern HEX = Pattern.compile("[0-9a-f]+");

  public Digest {
    Check.that(
        hex.length() == algorithm.hexDigits() && HEX.matcher(hex).matches(),
        "digest",
        algorithm.hexDigits() + " lower-case hexadecimal digits");
  }
}
