package dev.lake.jobs.sql;

import org.apache.flink.util.SerializedThrowable;

/**
 * What is left of an exception whose words may hold the caller's literals or data: its class and
 * its stack. Enough to find the place, fit for a log (I6).
 */
public final class WordlessException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int DEEPEST = 20;

  private WordlessException(String name) {
    super(name);
  }

  /** The same failure and its causes, without their messages. */
  public static WordlessException of(Throwable failure) {
    return of(failure, 0);
  }

  private static String name(Throwable failure) {
    return failure instanceof SerializedThrowable serialized
        ? serialized.getOriginalErrorClassName()
        : failure.getClass().getName();
  }

  private static WordlessException of(Throwable failure, int depth) {
    if (failure instanceof WordlessException done) {
      return done;
    }
    WordlessException wordless = new WordlessException(name(failure));
    wordless.setStackTrace(failure.getStackTrace());
    Throwable cause = failure.getCause();
    if (cause != null && depth < DEEPEST) {
      wordless.initCause(of(cause, depth + 1));
    }
    return wordless;
  }
}
