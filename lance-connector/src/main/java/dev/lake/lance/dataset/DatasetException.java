package dev.lake.lance.dataset;

import java.io.Serial;

/**
 * What went wrong with a Lance dataset.
 *
 * <p>The message is text of this module only: it never holds a path, a URL, a key or words of the
 * native library, which mixes all of those into its own messages. For the same reason there is
 * never a cause from the native library.
 */
public final class DatasetException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** The closed set of failures. */
  public enum Kind {
    /** No dataset at this location. */
    MISSING,
    /** The dataset exists, the version does not any more (or its files were cleaned up). */
    VERSION_GONE,
    /** The version exists, but belongs to another dataset created at the same location. */
    CHANGED,
    /** The dataset is damaged, or of a shape that the native library cannot decode. */
    UNREADABLE,
    /** A data file has a newer file format than the native library can read. */
    FORMAT_TOO_NEW,
    /** The dataset refers to files outside its own location. */
    OUTSIDE_FILES,
    /** The dataset or the scan needs something that this connector does not do. */
    UNSUPPORTED_FEATURE,
    /** The store did not answer, or refused; it may work later. */
    UNAVAILABLE,
    /** The native library refused a filter. */
    BAD_FILTER,
    /** One batch does not fit into the memory bound of the scan. */
    TOO_LARGE
  }

  private final Kind kind;

  /**
   * A failure.
   *
   * @param kind what happened
   * @param message a whole sentence for the person who asked; no location and no secret
   */
  public DatasetException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What happened. */
  public Kind kind() {
    return kind;
  }
}
