package dev.lake.frontend.interactive;

import dev.lake.frontend.auth.RequestHeaders;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TypeMode;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Turns request headers into the session that a statement is planned in. */
public final class Sessions {
  private Sessions() {}

  /**
   * The session of a statement that arrives now; UTC, namespace {@value
   * TableName#DEFAULT_NAMESPACE} and exact types where no header says otherwise.
   *
   * @throws LakeException INVALID_ARGUMENT or UNSUPPORTED_FEATURE, naming the header
   */
  public static SessionFields of(RequestHeaders headers, Clock clock) {
    return new SessionFields(
        namespace(headers.namespace()),
        timeZone(headers.timeZone()),
        typeMode(headers.types()),
        clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static String namespace(Optional<String> header) {
    String namespace = header.orElse(TableName.DEFAULT_NAMESPACE);
    try {
      return new TableName(namespace, "any").namespace();
    } catch (RuntimeException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, e, "Header x-lake-namespace is not a namespace");
    }
  }

  private static ZoneId timeZone(Optional<String> header) {
    try {
      ZoneId zone = ZoneId.of(header.orElse("UTC"));
      // Flink takes regions and GMT with an offset, but no bare offset such as Z or +02:00.
      return zone instanceof ZoneOffset offset ? ZoneId.ofOffset("GMT", offset) : zone;
    } catch (DateTimeException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT,
          e,
          "Header x-lake-time-zone is not a time zone such as Europe/Berlin");
    }
  }

  private static TypeMode typeMode(Optional<String> header) {
    return switch (header.orElse("exact")) {
      case "exact" -> TypeMode.EXACT;
      case "sql" ->
          throw new LakeException(
              ErrorCode.UNSUPPORTED_FEATURE,
              "Header x-lake-types: only 'exact' exists in this version, not 'sql'");
      default ->
          throw new LakeException(
              ErrorCode.INVALID_ARGUMENT, "Header x-lake-types must be 'exact'");
    };
  }
}
