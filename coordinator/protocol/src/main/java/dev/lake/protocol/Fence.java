package dev.lake.protocol;

/**
 * What a leader holds against later leaders.
 *
 * @param epoch the data version of the epoch node that this leader's election made
 * @param nonce the random data that it wrote there
 */
public record Fence(int epoch, String nonce) {
  public Fence {
    Check.count(epoch, "epoch");
    Check.nonce(nonce, "nonce");
  }
}
