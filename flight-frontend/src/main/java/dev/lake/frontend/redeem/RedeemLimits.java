package dev.lake.frontend.redeem;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;

/**
 * Bounds of redemption on one replica.
 *
 * @param streams open calls of DoGet for parts, stalled ones included ({@code redeem.max-streams});
 *     clients open every endpoint at once and read them in order, so a low bound would lock them up
 * @param comfortableConnections while at most so many connections to the result store are open, a
 *     stalled stream keeps its own ({@code redeem.connections})
 * @param messageBytes the largest body of one stored message ({@code redeem.max-message})
 */
public record RedeemLimits(int streams, int comfortableConnections, long messageBytes) {

  /** Checks every bound; messages name the key. */
  public RedeemLimits {
    require(streams >= 1, "redeem.max-streams must be positive");
    require(comfortableConnections >= 1, "redeem.connections must be positive");
    require(messageBytes >= 1 << 20, "redeem.max-message must be at least 1 MiB");
  }

  /** The documented defaults. */
  public static RedeemLimits defaults() {
    return new RedeemLimits(4_096, 32, 32L << 20);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, message);
    }
  }
}
