package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;

/**
 * Failures of the native library as ours. It tells kinds apart by text alone, and its texts carry
 * paths, URLs and literals: they are searched for known phrases and never passed on.
 */
final class NativeFailures {
  private static final List<String> NOT_FOUND =
      List.of("not found", "nosuchkey", "nosuchbucket", "404 not found");
  private static final List<String> REFUSED =
      List.of(
          "403 forbidden",
          "401 unauthorized",
          "status code: 403",
          "status code: 401",
          "accessdenied",
          "invalidaccesskeyid",
          "signaturedoesnotmatch",
          "expiredtoken",
          "permission denied");
  private static final List<String> NO_ANSWER =
      List.of(
          "error performing",
          "error sending request",
          "http error",
          "timed out",
          "timeout",
          "connection",
          "slowdown",
          "generic s3 error");

  private NativeFailures() {}

  /** Whether a file or an object that was asked for is not there. */
  static boolean notFound(Throwable failure) {
    return mentions(failure, NOT_FOUND);
  }

  /** A failure to open, other than of something that is not there. */
  static DatasetException opening(Throwable failure) {
    if (mentions(failure, List.of("no object store provider"))) {
      return new DatasetException(
          Kind.UNSUPPORTED_FEATURE, "The location's scheme is not one that can be read.");
    }
    DatasetException store = store(failure);
    return store != null
        ? store
        : new DatasetException(Kind.UNREADABLE, "The dataset is damaged: it cannot be opened.");
  }

  /** A failure to start a scan. */
  static DatasetException starting(Throwable failure, boolean filtered) {
    if (filtered && mentions(failure, List.of("filter expression", "invalid user input"))) {
      return new DatasetException(Kind.BAD_FILTER, "Lance refused a filter of the scan.");
    }
    DatasetException store = store(failure);
    return store != null
        ? store
        : new DatasetException(Kind.UNREADABLE, "The dataset cannot be scanned.");
  }

  /** A failure to read a batch, other than of something that is not there. */
  static DatasetException reading(Throwable failure, long version) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof OutOfMemoryException) {
        return new DatasetException(
            Kind.TOO_LARGE, "A batch of the dataset is larger than the memory bound of a scan.");
      }
    }
    DatasetException store = store(failure);
    return store != null
        ? store
        : new DatasetException(
            Kind.UNREADABLE,
            "Version %d of the dataset is damaged: a data file cannot be decoded."
                .formatted(version));
  }

  private static @Nullable DatasetException store(Throwable failure) {
    if (mentions(failure, REFUSED)) {
      return new DatasetException(
          Kind.UNAVAILABLE, "The store of the dataset refused the credentials.");
    }
    if (mentions(failure, NO_ANSWER)) {
      return new DatasetException(Kind.UNAVAILABLE, "The store of the dataset does not answer.");
    }
    return null;
  }

  private static boolean mentions(Throwable failure, List<String> phrases) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      String text = String.valueOf(t.getMessage()).toLowerCase(Locale.ROOT);
      if (phrases.stream().anyMatch(text::contains)) {
        return true;
      }
    }
    return false;
  }
}
