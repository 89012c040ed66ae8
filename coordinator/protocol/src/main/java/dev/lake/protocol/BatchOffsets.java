package dev.lake.protocol;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Where record batches start in a part, packed as differences of seven bits a byte. */
final class BatchOffsets {
  private BatchOffsets() {}

  static void check(List<Long> offsets, long bytes) {
    long last = -1;
    for (long offset : offsets) {
      Check.that(offset > last && offset < bytes, "batch offsets", "ascending and inside the part");
      last = offset;
    }
  }

  static byte[] pack(List<Long> offsets) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream(offsets.size() * 3);
    long last = 0;
    for (long offset : offsets) {
      long rest = offset - last;
      for (; rest > 0x7f; rest >>>= 7) {
        packed.write((int) (rest & 0x7f) | 0x80);
      }
      packed.write((int) rest);
      last = offset;
    }
    return packed.toByteArray();
  }

  static List<Long> unpack(byte[] packed) {
    List<Long> offsets = new ArrayList<>();
    long last = 0;
    int at = 0;
    while (at < packed.length) {
      long step = 0;
      int shift = 0;
      byte next;
      do {
        Check.that(at < packed.length && shift < 63, "batch offsets", "whole and in range");
        next = packed[at++];
        step |= (next & 0x7fL) << shift;
        shift += 7;
      } while (next < 0);
      last = Math.addExact(last, step);
      offsets.add(last);
    }
    return offsets;
  }
}
