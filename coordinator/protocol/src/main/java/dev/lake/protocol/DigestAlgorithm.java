package dev.lake.protocol;

/** How the bytes of a part are digested. */
public enum DigestAlgorithm {
  CRC32C(8),
  SHA_256(64);

  private final int hexDigits;

  DigestAlgorithm(int hexDigits) {
    this.hexDigits = hexDigits;
  }

  int hexDigits() {
    return hexDigits;
  }
}
