package dev.lake.frontend.admission;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.time.Duration;

/**
 * How many may run and wait at the same time.
 *
 * @param running on this replica ({@code frontend.max-running})
 * @param runningPerTenant of one tenant on this replica ({@code frontend.max-running-per-tenant})
 * @param waiting for their turn on this replica ({@code frontend.max-waiting})
 * @param queueWait longest time in the queue ({@code frontend.queue-wait})
 */
public record AdmissionLimits(int running, int runningPerTenant, int waiting, Duration queueWait) {

  /** Checks every bound; messages name the key. */
  public AdmissionLimits {
    positive(running, "frontend.max-running");
    positive(runningPerTenant, "frontend.max-running-per-tenant");
    positive(waiting, "frontend.max-waiting");
    if (queueWait.isZero() || queueWait.isNegative()) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, "frontend.queue-wait must be positive");
    }
  }

  /** The documented defaults. */
  public static AdmissionLimits defaults() {
    return new AdmissionLimits(16, 8, 1_024, Duration.ofSeconds(10));
  }

  private static void positive(int value, String key) {
    if (value < 1) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, "%s must be positive", key);
    }
  }
}
