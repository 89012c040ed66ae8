package dev.lake.protocol;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A failure with a code and a subject. The message is shown to clients and written to logs: it may
 * quote one identifier or token of the caller's own statement, never a literal, location or key.
 */
public final class LakeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /**
   * @param format a {@link String#format} pattern; without arguments it is taken as it stands
   */
  public LakeException(ErrorCode code, String format, @Nullable Object... args) {
    super(message(format, args));
    this.code = code;
  }

  /** As the other constructor, keeping what led to it; the cause's text is not shown. */
  public LakeException(ErrorCode code, Throwable cause, String format, @Nullable Object... args) {
    super(message(format, args), cause);
    this.code = code;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public ErrorCode code() {
    return code;
  }

  private static String message(String format, @Nullable Object... args) {
    return args.length == 0 ? format : String.format(Locale.ROOT, format, args);
  }
}
