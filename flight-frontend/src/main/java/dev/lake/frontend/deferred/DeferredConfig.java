package dev.lake.frontend.deferred;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ResultLayout;
import java.time.Duration;

/**
 * How deferred queries are submitted and polled.
 *
 * @param hold how long a poll without news is held ({@code deferred.poll-hold}); drivers sleep
 *     after each empty answer, so a long hold is the faster one
 * @param heldPolls beyond so many, polls are answered at once ({@code deferred.max-held-polls})
 * @param runTime from submission to the deadline ({@code deferred.run-time})
 * @param resultLifetime from publication to expiry ({@code deferred.result-lifetime})
 * @param ticketLifetime of a part's ticket ({@code deferred.ticket-lifetime})
 * @param layout how results are cut into parts ({@code deferred.part-bytes}, {@code
 *     deferred.max-parts})
 */
public record DeferredConfig(
    Duration hold,
    int heldPolls,
    Duration runTime,
    Duration resultLifetime,
    Duration ticketLifetime,
    ResultLayout layout) {

  /** Checks every bound; messages name the key. */
  public DeferredConfig {
    require(
        !hold.isNegative() && hold.compareTo(Duration.ofSeconds(60)) <= 0,
        "deferred.poll-hold must be between 0 and 60 s");
    require(heldPolls >= 0, "deferred.max-held-polls must not be negative");
    require(positive(runTime), "deferred.run-time must be positive");
    require(positive(resultLifetime), "deferred.result-lifetime must be positive");
    require(positive(ticketLifetime), "deferred.ticket-lifetime must be positive");
  }

  /** The documented defaults. */
  public static DeferredConfig defaults() {
    return new DeferredConfig(
        Duration.ofSeconds(25),
        4_096,
        Duration.ofMinutes(60),
        Duration.ofHours(24),
        Duration.ofMinutes(15),
        new ResultLayout(128L << 20, ResultLayout.MAX_PARTS));
  }

  private static boolean positive(Duration duration) {
    return !duration.isZero() && !duration.isNegative();
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, message);
    }
  }
}
