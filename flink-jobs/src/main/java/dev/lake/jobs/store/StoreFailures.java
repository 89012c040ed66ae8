package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Turns what a store throws into a failure that names neither key, bucket, endpoint nor credential.
 * The cause is left out on purpose: its text has all of them.
 */
final class StoreFailures {
  private static final Pattern PLAIN_CODE = Pattern.compile("[A-Za-z0-9]{1,64}");
  private static final Set<String> FULL =
      Set.of("XMinioStorageFull", "QuotaExceeded", "InsufficientStorage", "ServiceQuotaExceeded");
  private static final int INSUFFICIENT_STORAGE = 507;

  private StoreFailures() {}

  static LakeException of(SdkException e, String doing) {
    if (e instanceof AwsServiceException answer) {
      return ofAnswer(answer, doing);
    }
    if (e instanceof AbortedException || Thread.currentThread().isInterrupted()) {
      Thread.currentThread().interrupt();
      return unavailable(doing, "interrupted");
    }
    return unavailable(doing, "no answer in time or no connection");
  }

  private static LakeException ofAnswer(AwsServiceException e, String doing) {
    String answer = e.statusCode() + " " + code(e);
    if (e.statusCode() == INSUFFICIENT_STORAGE || FULL.contains(code(e))) {
      return new LakeException(
          ErrorCode.STORE_FULL, "The result store is full: %s was refused (%s)", doing, answer);
    }
    if (e.isThrottlingException() || e.statusCode() == 429) {
      return unavailable(doing, "the store throttles, " + answer);
    }
    if (e.statusCode() >= 500 || e.statusCode() == 408 || e.statusCode() == 409) {
      return unavailable(doing, answer);
    }
    return new LakeException(
        ErrorCode.STORE_REJECTED, "The result store rejected %s (%s)", doing, answer);
  }

  static String code(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    String code = details == null ? null : details.errorCode();
    return code != null && PLAIN_CODE.matcher(code).matches() ? code : "no code";
  }

  static LakeException of(IOException e, String doing) {
    if (e instanceof ClosedByInterruptException) {
      return unavailable(doing, "interrupted");
    }
    if (e instanceof AccessDeniedException) {
      return new LakeException(
          ErrorCode.STORE_REJECTED,
          "The result store rejected %s: the process may not write or read its directory",
          doing);
    }
    if (full(e)) {
      return new LakeException(
          ErrorCode.STORE_FULL, "The result store is full: %s failed for want of space", doing);
    }
    return unavailable(doing, e.getClass().getSimpleName());
  }

  private static boolean full(IOException e) {
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    String text = reason == null ? "" : reason.toLowerCase(Locale.ROOT);
    return text.contains("no space left") || text.contains("quota exceeded");
  }

  static LakeException unavailable(String doing, String reason) {
    return new LakeException(
        ErrorCode.STORE_UNAVAILABLE,
        "The result store is unavailable: %s failed (%s)",
        doing,
        reason);
  }

  static LakeException goneUpload() {
    return new LakeException(
        ErrorCode.STORE_REJECTED, "An upload to the result store was aborted by somebody else");
  }

  static LakeException otherSize() {
    return new LakeException(
        ErrorCode.DATA_LOSS, "An object of the result store has another size than was written");
  }

  static LakeException replaced() {
    return new LakeException(ErrorCode.DATA_LOSS, "An object of the result store was replaced");
  }

  static LakeException tooLarge(int maxBytes) {
    return new LakeException(
        ErrorCode.DATA_LOSS, "An object of the result store is larger than %d bytes", maxBytes);
  }
}
