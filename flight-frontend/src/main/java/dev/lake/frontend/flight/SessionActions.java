package dev.lake.frontend.flight;

import dev.lake.protocol.TableName;
import java.util.Map;
import org.apache.arrow.flight.impl.Flight.CloseSessionResult;
import org.apache.arrow.flight.impl.Flight.GetSessionOptionsResult;
import org.apache.arrow.flight.impl.Flight.SessionOptionValue;
import org.apache.arrow.flight.impl.Flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.impl.Flight.SetSessionOptionsResult;

/**
 * Session options, without sessions: the server keeps no state between calls, so an option can be
 * "set" only to the value that it has. A driver that was given catalog and schema at connect needs
 * that much. The default namespace is chosen by the header {@code x-lake-namespace}.
 */
final class SessionActions {
  private static final Map<String, String> OPTIONS =
      Map.of("catalog", TableName.CATALOG, "schema", TableName.DEFAULT_NAMESPACE);

  private SessionActions() {}

  static SetSessionOptionsResult set(byte[] body) {
    SetSessionOptionsRequest request =
        Commands.message(body, "SetSessionOptions", SetSessionOptionsRequest::parseFrom);
    SetSessionOptionsResult.Builder result = SetSessionOptionsResult.newBuilder();
    request
        .getSessionOptionsMap()
        .forEach(
            (name, value) -> {
              String only = OPTIONS.get(name);
              if (only == null) {
                result.putErrors(name, error(SetSessionOptionsResult.ErrorValue.INVALID_NAME));
              } else if (!only.equals(value.getStringValue())) {
                result.putErrors(name, error(SetSessionOptionsResult.ErrorValue.INVALID_VALUE));
              }
            });
    return result.build();
  }

  static GetSessionOptionsResult get() {
    GetSessionOptionsResult.Builder result = GetSessionOptionsResult.newBuilder();
    OPTIONS.forEach(
        (name, value) ->
            result.putSessionOptions(
                name, SessionOptionValue.newBuilder().setStringValue(value).build()));
    return result.build();
  }

  static CloseSessionResult close() {
    return CloseSessionResult.newBuilder().setStatus(CloseSessionResult.Status.CLOSED).build();
  }

  private static SetSessionOptionsResult.Error error(SetSessionOptionsResult.ErrorValue value) {
    return SetSessionOptionsResult.Error.newBuilder().setValue(value).build();
  }
}
