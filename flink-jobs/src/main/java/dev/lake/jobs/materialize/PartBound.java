package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ResultLayout;

/**
 * How large each part of one subtask may grow, so that all subtasks together stay within the
 * layout's number of parts. Every subtask has an equal share of the parts; after each eighth of it
 * the bound doubles, up to 128 times the first. With the default layout that holds 16 TiB; what is
 * larger is refused by name.
 */
final class PartBound {
  private static final int STEPS = 8;

  private final long first;
  private final int share;
  private final int step;
  private final long most;

  /**
   * @param most bytes that the store takes in one object
   */
  PartBound(ResultLayout layout, int subtasks, long most) {
    this.first = layout.partBytes();
    this.share = layout.maxParts() / subtasks;
    this.step = Math.max(1, share / STEPS);
    this.most = most;
    if (share == 0) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT,
          "A result of at most %d parts cannot be written by %d tasks",
          layout.maxParts(),
          subtasks);
    }
  }

  /** The bytes after which the part of this number (from 0) is closed. */
  long of(int sequence) {
    if (sequence >= share) {
      throw new LakeException(
          ErrorCode.RESULT_TOO_LARGE, "The result needs more than its %d parts per task", share);
    }
    int doublings = Math.min(sequence / step, STEPS - 1);
    return first > most >> doublings ? most : first << doublings;
  }
}
