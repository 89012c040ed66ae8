package dev.lake.coordinator.ticket;

import dev.lake.protocol.ErrorCode;

/** What a sealed handle is for; one made for one use opens for no other. */
public enum SealKind {
  STATEMENT("statement ticket", 512 * 1024, ErrorCode.STATEMENT_TOO_LARGE),
  PREPARED("prepared statement handle", 512 * 1024, ErrorCode.STATEMENT_TOO_LARGE),
  POLL("poll handle", 1024, ErrorCode.INTERNAL),
  PART("part ticket", 1024, ErrorCode.INTERNAL),
  /** At rest in the result store, not in a client's hands. */
  SPEC("query spec", (2 << 20) + 64, ErrorCode.STATEMENT_TOO_LARGE);

  private final String subject;
  private final int maxBytes;
  private final ErrorCode tooLarge;

  SealKind(String subject, int maxBytes, ErrorCode tooLarge) {
    this.subject = subject;
    this.maxBytes = maxBytes;
    this.tooLarge = tooLarge;
  }

  String subject() {
    return subject;
  }

  /** The bound of the sealed bytes. */
  public int maxBytes() {
    return maxBytes;
  }

  ErrorCode tooLarge() {
    return tooLarge;
  }
}
