package dev.lake.protocol;

import java.io.Serializable;

/**
 * How a result is cut.
 *
 * @param partBytes a part is closed once it holds this many bytes
 * @param maxParts a result that would need more parts gets larger ones
 */
public record ResultLayout(long partBytes, int maxParts) implements Serializable {
  public static final int MAX_PARTS = 4096;
  public static final ResultLayout DEFAULT = new ResultLayout(128L << 20, MAX_PARTS);

  public ResultLayout {
    Check.positive(partBytes, "part bytes");
    Check.that(maxParts >= 1 && maxParts <= MAX_PARTS, "max parts", "1 to " + MAX_PARTS);
  }
}
