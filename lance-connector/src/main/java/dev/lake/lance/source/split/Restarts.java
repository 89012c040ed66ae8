package dev.lake.lance.source.split;

import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.DatasetException.Kind;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Whether a job that failed may be started again. */
public final class Restarts {
  private Restarts() {}

  /**
   * The failure as Flink should see it: only a store that does not answer may do so later, all else
   * would fail in the same way again.
   */
  public static RuntimeException of(DatasetException failure) {
    return failure.kind() == Kind.UNAVAILABLE ? failure : new SuppressRestartsException(failure);
  }
}
