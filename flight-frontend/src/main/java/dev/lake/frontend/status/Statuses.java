package dev.lake.frontend.status;

import dev.lake.jobs.sql.WordlessException;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.grpc.StatusUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where a failure becomes a gRPC status.
 *
 * <p>A description starts with the {@link ErrorCode}, which also stands in the trailer {@value
 * #ERROR_CODE_HEADER}. Only codes that the drivers tell apart are used: FAILED_PRECONDITION,
 * ABORTED and OUT_OF_RANGE reach users as "unknown".
 */
public final class Statuses {
  /** Trailer that names the error code. */
  public static final String ERROR_CODE_HEADER = "x-lake-error-code";

  private static final Logger LOG = LoggerFactory.getLogger(Statuses.class);
  private static final Metadata.Key<String> ERROR_CODE =
      Metadata.Key.of(ERROR_CODE_HEADER, Metadata.ASCII_STRING_MARSHALLER);

  /** Well under the smallest header limit of the clients, after gRPC's percent-encoding. */
  private static final int MAX_ENCODED_DESCRIPTION = 3_500;

  private Statuses() {}

  /** The gRPC code for an error code. */
  public static Status.Code code(ErrorCode code) {
    return switch (code) {
      case SYNTAX_ERROR,
          NOT_READ_ONLY,
          MULTIPLE_STATEMENTS,
          STATEMENT_TOO_LARGE,
          STATEMENT_TOO_COMPLEX,
          UNKNOWN_COLUMN,
          UNKNOWN_FUNCTION,
          INVALID_STATEMENT,
          UNBOUND_PARAMETERS,
          INVALID_ARGUMENT,
          TICKET_INVALID,
          NOT_CANCELLABLE,
          LOCATION_NOT_ALLOWED ->
          Status.Code.INVALID_ARGUMENT;
      case UNKNOWN_TABLE, QUERY_NOT_FOUND, RESULT_EXPIRED, VERSION_GONE, DATASET_CHANGED ->
          Status.Code.NOT_FOUND;
      case TABLE_EXISTS, SUBMISSION_ID_REUSED -> Status.Code.ALREADY_EXISTS;
      case UNSUPPORTED_TYPE, UNSUPPORTED_FEATURE, DATASET_FORMAT_TOO_NEW ->
          Status.Code.UNIMPLEMENTED;
      case UNAUTHENTICATED, TICKET_EXPIRED -> Status.Code.UNAUTHENTICATED;
      case PERMISSION_DENIED -> Status.Code.PERMISSION_DENIED;
      case RESULT_TOO_LARGE, TOO_MANY_QUERIES, QUEUE_TIMEOUT, STORE_FULL ->
          Status.Code.RESOURCE_EXHAUSTED;
      case QUERY_CANCELLED -> Status.Code.CANCELLED;
      case DEADLINE_EXCEEDED -> Status.Code.DEADLINE_EXCEEDED;
      case DATA_LOSS, DATASET_UNREADABLE -> Status.Code.DATA_LOSS;
      case SOURCE_UNAVAILABLE, STORE_UNAVAILABLE, LEADER_DEPOSED, UNAVAILABLE ->
          Status.Code.UNAVAILABLE;
      case QUERY_FAILED,
          STORE_REJECTED,
          CONFIG_INVALID,
          DATA_DIRECTORY_IN_USE,
          DATA_DIRECTORY_TOO_NEW,
          PORT_IN_USE,
          INTERNAL ->
          Status.Code.INTERNAL;
    };
  }

  /**
   * What a client is told of a failure: a lake error with its own message; a status that was made
   * on purpose as it is; anything else as INTERNAL with an id under which the log has the details.
   * An INTERNAL error of lake's own gets such an id too.
   */
  public static StatusRuntimeException of(Throwable failure) {
    Throwable cause = unwrap(failure);
    if (cause instanceof LakeException lake) {
      return lake.code() == ErrorCode.INTERNAL
          ? status(lake.code(), lake.getMessage() + logged(lake))
          : status(lake.code(), lake.getMessage());
    }
    if (cause instanceof StatusRuntimeException status) {
      return status;
    }
    if (cause instanceof StatusException status) {
      return status.getStatus().asRuntimeException(status.getTrailers());
    }
    if (cause instanceof FlightRuntimeException flight) {
      return StatusUtils.toGrpcStatus(flight.status()).asRuntimeException();
    }
    return status(ErrorCode.INTERNAL, "internal error" + logged(cause));
  }

  /** Writes the failure to the log and says where: the end of a message. */
  private static String logged(Throwable failure) {
    String id = UUID.randomUUID().toString().substring(0, 8);
    LOG.error("Internal error {}: {}", id, trace(failure));
    return " " + id + "; the server's log has the details";
  }

  private static StatusRuntimeException status(ErrorCode code, String message) {
    Metadata trailers = new Metadata();
    trailers.put(ERROR_CODE, code.name());
    return code(code)
        .toStatus()
        .withDescription(cut(code.name() + ": " + message))
        .asRuntimeException(trailers);
  }

  private static Throwable unwrap(Throwable failure) {
    Throwable current = failure;
    for (int depth = 0; depth < 10; depth++) {
      boolean wrapper =
          current instanceof java.util.concurrent.CompletionException
              || current instanceof java.util.concurrent.ExecutionException;
      Throwable cause = current.getCause();
      if (!wrapper || cause == null) {
        return current;
      }
      current = cause;
    }
    return current;
  }

  /** Classes and frames only: messages of other libraries may quote SQL, literals or locations. */
  private static String trace(Throwable failure) {
    StringBuilder text = new StringBuilder();
    Throwable current = failure;
    for (int depth = 0; current != null && depth < 5; depth++) {
      text.append(depth == 0 ? "" : " caused by ").append(name(current));
      StackTraceElement[] frames = current.getStackTrace();
      for (int i = 0; i < Math.min(frames.length, 15); i++) {
        text.append("\n    at ").append(frames[i]);
      }
      text.append('\n');
      current = current.getCause();
    }
    return text.toString();
  }

  private static String name(Throwable failure) {
    String message = failure.getMessage();
    return failure instanceof WordlessException && message != null
        ? message
        : failure.getClass().getName();
  }

  /** Cuts at a character so that the percent-encoded form stays within its bound. */
  static String cut(String text) {
    int encoded = 0;
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      boolean plain = point >= 0x20 && point < 0x7f && point != '%';
      encoded += plain ? 1 : 3 * Character.toString(point).getBytes(StandardCharsets.UTF_8).length;
      if (encoded > MAX_ENCODED_DESCRIPTION) {
        return text.substring(0, i) + "...";
      }
      i += Character.charCount(point);
    }
    return text;
  }
}
