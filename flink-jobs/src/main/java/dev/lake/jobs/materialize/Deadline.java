package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** The instant after which a job leaves the store alone. */
record Deadline(Clock clock, Instant end) {
  /** Fails with DEADLINE_EXCEEDED once the instant is over. */
  void check() {
    if (left().isZero()) {
      throw exceeded();
    }
  }

  /** The time that is left, never negative. */
  Duration left() {
    Duration left = Duration.between(clock.instant(), end);
    return left.isNegative() ? Duration.ZERO : left;
  }

  static LakeException exceeded() {
    return new LakeException(
        ErrorCode.DEADLINE_EXCEEDED, "The query did not write its result before its deadline");
  }
}
