package dev.lake.lance.types;

/** The bits of a batch that its number of rows does not tell: of strings and list elements. */
final class Tally {
  private long bits;

  void addBytes(long bytes) {
    bits += bytes << 3;
  }

  void addBits(long more) {
    bits += more;
  }

  long bits() {
    return bits;
  }

  void clear() {
    bits = 0;
  }
}
