package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Set;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Decides which failures of a sink are worth another try of the job. */
final class JobFailures {
  private static final Set<ErrorCode> PASSING =
      Set.of(ErrorCode.STORE_UNAVAILABLE, ErrorCode.SOURCE_UNAVAILABLE, ErrorCode.UNAVAILABLE);

  private JobFailures() {}

  /** What Flink is to see: a failure that would come again stops the job at once. */
  static RuntimeException of(LakeException failure) {
    return PASSING.contains(failure.code()) ? failure : new SuppressRestartsException(failure);
  }
}
