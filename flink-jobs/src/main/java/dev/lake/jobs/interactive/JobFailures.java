package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.DatasetErrors;
import dev.lake.jobs.sql.WordlessException;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.types.UnrepresentableValueException;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.UnsupportedEncodingException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.PatternSyntaxException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.flink.runtime.memory.MemoryAllocationException;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.api.TableRuntimeException;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.util.SerializedThrowable;
import org.jspecify.annotations.Nullable;

/**
 * Why a job failed, in lake's words: the first cause that is one of ours, otherwise a class of
 * failures. The words of others may hold data and are never passed on.
 */
public final class JobFailures {

  private static final int DEEPEST = 50;
  private static final int NEAREST_FRAMES = 10;

  private static final List<String> FUNCTIONS =
      List.of(
          "org.apache.flink.table.functions.",
          "org.apache.flink.table.runtime.functions.",
          "org.apache.flink.table.utils.DateTimeUtils");

  private JobFailures() {}

  /** The failure to tell. */
  public static LakeException of(Throwable failure) {
    Throwable cause = opened(failure);
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      LakeException known = known(cause);
      if (known != null) {
        return known;
      }
      cause = cause.getCause() == null ? null : opened(cause.getCause());
    }
    return new LakeException(
        ErrorCode.INTERNAL,
        WordlessException.of(opened(failure)),
        "The statement failed while it ran: an internal error");
  }

  /** The failure that Flink has wrapped for its way between processes. */
  private static Throwable opened(Throwable failure) {
    return failure instanceof SerializedThrowable serialized
        ? serialized.deserializeError(JobFailures.class.getClassLoader())
        : failure;
  }

  /** The failure behind a future's exception. */
  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static @Nullable LakeException known(Throwable cause) {
    if (cause instanceof LakeException lake) {
      return lake;
    }
    if (cause instanceof DatasetException dataset) {
      return DatasetErrors.toLake(dataset, "A table of the statement");
    }
    if (cause instanceof UnrepresentableValueException) {
      return new LakeException(ErrorCode.QUERY_FAILED, "%s", String.valueOf(cause.getMessage()));
    }
    if (cause instanceof StackOverflowError) {
      return new LakeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "The statement is nested too deeply to be run");
    }
    return memory(cause) ? tooLarge() : data(cause);
  }

  private static boolean memory(Throwable cause) {
    return cause instanceof OutOfMemoryException
        || cause instanceof OutOfMemoryError
        || cause instanceof MemoryAllocationException;
  }

  private static LakeException tooLarge() {
    return new LakeException(
        ErrorCode.RESULT_TOO_LARGE,
        "The statement needs more memory than one query may take; select fewer or smaller columns");
  }

  /** Failures of the statement's own arithmetic. */
  private static @Nullable LakeException data(Throwable cause) {
    if (cause instanceof NumberFormatException) {
      return failed("a text cannot be read as a number");
    }
    if (cause instanceof DateTimeException) {
      return failed("a text cannot be read as a date or time");
    }
    if (cause instanceof ArithmeticException) {
      return failed("division by zero, or a number out of range");
    }
    if (cause instanceof PatternSyntaxException) {
      return failed("a text is not a pattern");
    }
    if (cause instanceof ValidationException) {
      return new LakeException(
          ErrorCode.INVALID_STATEMENT,
          WordlessException.of(cause),
          "The statement compares or calls with a type or value that does not fit");
    }
    if (cause instanceof TableException) {
      return new LakeException(
          ErrorCode.UNSUPPORTED_FEATURE,
          WordlessException.of(cause),
          "The planner cannot run this form of statement");
    }
    return cause instanceof TableRuntimeException
            || cause instanceof UnsupportedEncodingException
            || thrownByFunction(cause)
        ? failed("a function does not take it")
        : null;
  }

  /** Whether one of SQL's own functions threw this, or called what threw it. */
  private static boolean thrownByFunction(Throwable cause) {
    return cause instanceof Exception
        && Arrays.stream(cause.getStackTrace())
            .limit(NEAREST_FRAMES)
            .anyMatch(frame -> FUNCTIONS.stream().anyMatch(frame.getClassName()::startsWith));
  }

  private static LakeException failed(String why) {
    return new LakeException(ErrorCode.QUERY_FAILED, "The statement failed on a value: %s", why);
  }
}
