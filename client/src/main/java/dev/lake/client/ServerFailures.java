package dev.lake.client;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.StatusRuntimeException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.vector.types.pojo.Schema;

/** Turns what gRPC and Flight throw back into the failure that the server meant. */
final class ServerFailures {
  private ServerFailures() {}

  static <T> T translated(Supplier<T> call) {
    try {
      return call.get();
    } catch (FlightRuntimeException e) {
      throw of(e.status().code(), Optional.ofNullable(e.status().description()), e);
    } catch (StatusRuntimeException e) {
      FlightStatusCode code = code(e);
      throw of(code, Optional.ofNullable(e.getStatus().getDescription()), e);
    }
  }

  /** Every answer to a statement carries its schema. */
  static Schema schema(FlightInfo info) {
    return info.getSchemaOptional()
        .orElseThrow(
            () -> new LakeException(ErrorCode.DATA_LOSS, "The server answered without a schema"));
  }

  private static FlightStatusCode code(StatusRuntimeException e) {
    return switch (e.getStatus().getCode()) {
      case UNAVAILABLE -> FlightStatusCode.UNAVAILABLE;
      case UNAUTHENTICATED -> FlightStatusCode.UNAUTHENTICATED;
      case DEADLINE_EXCEEDED -> FlightStatusCode.TIMED_OUT;
      case CANCELLED -> FlightStatusCode.CANCELLED;
      default -> FlightStatusCode.UNKNOWN;
    };
  }

  /** A lake server begins its descriptions with the code; others and the network do not. */
  private static LakeException of(
      FlightStatusCode status, Optional<String> description, RuntimeException cause) {
    String text = description.orElse("the server gave no reason (" + status + ")");
    Optional<ErrorCode> named =
        Arrays.stream(ErrorCode.values())
            .filter(code -> text.startsWith(code.name() + ": "))
            .findFirst();
    if (named.isPresent()) {
      ErrorCode code = named.orElseThrow();
      return new LakeException(code, cause, "%s", text.substring(code.name().length() + 2));
    }
    return switch (status) {
      case UNAVAILABLE ->
          new LakeException(
              ErrorCode.UNAVAILABLE,
              cause,
              "The server cannot be reached: %s: is lake running there?",
              rootText(cause, text));
      case UNAUTHENTICATED -> new LakeException(ErrorCode.UNAUTHENTICATED, cause, "%s", text);
      case TIMED_OUT -> new LakeException(ErrorCode.DEADLINE_EXCEEDED, cause, "%s", text);
      case CANCELLED -> new LakeException(ErrorCode.QUERY_CANCELLED, cause, "%s", text);
      default -> new LakeException(ErrorCode.INTERNAL, cause, "%s", text);
    };
  }

  /** "io exception" alone helps nobody: the cause says "Connection refused". */
  private static String rootText(Throwable failure, String text) {
    Throwable root = failure;
    for (int depth = 0; depth < 10 && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    return root == failure || root.getMessage() == null ? text : text + ": " + root.getMessage();
  }
}
