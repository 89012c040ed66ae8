package dev.lake.coordinator.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The format of the small nodes: a version, then words between single spaces. */
final class Words {
  private static final String VERSION = "1";

  private Words() {}

  static byte[] write(String... words) {
    return (VERSION + " " + String.join(" ", words)).getBytes(StandardCharsets.US_ASCII);
  }

  static List<String> read(byte[] data, int count, String subject) {
    List<String> words = List.of(new String(data, StandardCharsets.US_ASCII).split(" ", -1));
    if (words.size() != count + 1 || !words.get(0).equals(VERSION)) {
      throw new LakeException(
          ErrorCode.INTERNAL,
          "Cannot read %s: unknown format, written by a newer version?",
          subject);
    }
    return words.subList(1, words.size());
  }
}
