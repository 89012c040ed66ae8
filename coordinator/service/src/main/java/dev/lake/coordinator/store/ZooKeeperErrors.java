package dev.lake.coordinator.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;

/** The one place that turns a failure of ZooKeeper's client into ours. */
final class ZooKeeperErrors {
  private ZooKeeperErrors() {}

  static LakeException unavailable(String action, Exception cause) {
    if (cause instanceof LakeException known) {
      return known;
    }
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new LakeException(
        ErrorCode.UNAVAILABLE, cause, "Cannot %s: ZooKeeper did not answer; try again", action);
  }
}
