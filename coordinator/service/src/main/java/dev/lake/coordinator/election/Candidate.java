package dev.lake.coordinator.election;

import dev.lake.protocol.Fence;

/** Is told how an {@link Election} goes. */
public interface Candidate {
  /**
   * This process leads, with this fence, until {@link #deposed}. Called on the election's executor.
   */
  void elected(Fence fence);

  /**
   * The session may be gone: act no more. Called at once, on ZooKeeper's event thread, before
   * {@link #deposed}; it must only set flags.
   */
  void suspended();

  /**
   * It leads no longer. Also called without a matching {@link #elected}. Called on the election's
   * executor.
   */
  void deposed();
}
