package dev.lake.protocol;

/** Why a query failed, as its owner is told. */
public record Failure(ErrorCode code, String message) {
  public static final int MAX_CHARACTERS = 1000;
  // A record of a query is below 4 KiB whatever the script of the message.
  static final int MAX_BYTES = 2000;

  public Failure {
    Check.text(message, "failure message", MAX_CHARACTERS);
    Check.that(
        Check.utf8Length(message) <= MAX_BYTES,
        "failure message",
        "at most " + MAX_BYTES + " bytes");
  }

  /** The failure with as much of the message as fits, cut between characters. */
  public static Failure of(ErrorCode code, String message) {
    if (message.isBlank()) {
      return new Failure(code, code.name());
    }
    StringBuilder kept = new StringBuilder();
    int bytes = 0;
    for (int at = 0; at < message.length(); ) {
      int point = message.codePointAt(at);
      String next = Character.toString(Character.isISOControl(point) ? ' ' : point);
      bytes += Check.utf8Length(next);
      if (bytes > MAX_BYTES || kept.length() + next.length() > MAX_CHARACTERS) {
        break;
      }
      kept.append(next);
      at += Character.charCount(point);
    }
    return new Failure(code, kept.toString().isBlank() ? code.name() : kept.toString());
  }

  public static Failure of(LakeException e) {
    return of(e.code(), e.getMessage());
  }
}
