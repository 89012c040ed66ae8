package dev.lake.frontend.flight;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.deferred.DeferredService;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.frontend.prepared.PreparedService;
import dev.lake.frontend.status.Statuses;
import dev.lake.protocol.TableAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CancelFlightInfoResult;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.vector.types.pojo.Schema;

/** DoAction: prepared statements, cancel and renew, session options, table administration. */
final class Actions {

  /** One action; the stage has at most one result, as bytes. */
  private interface Handler {
    CompletionStage<Optional<byte[]>> run(byte[] body, Caller caller);
  }

  private static final byte[] NO_PARAMETERS = new Schema(List.of()).serializeAsMessage();

  private final StatementCommands statements;
  private final PreparedService prepared;
  private final DeferredService deferred;
  private final Map<String, Handler> handlers = new LinkedHashMap<>();
  private final List<ActionType> types = new ArrayList<>();

  Actions(
      StatementCommands statements,
      PreparedService prepared,
      DeferredService deferred,
      TableActions tables) {
    this.statements = statements;
    this.prepared = prepared;
    this.deferred = deferred;
    add(FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_STATEMENT, this::prepare);
    // Anything but OK makes the Go driver fail every later close of the connection.
    add(FlightSqlUtils.FLIGHT_SQL_CLOSE_PREPARED_STATEMENT, (body, caller) -> nothing());
    add(FlightConstants.CANCEL_FLIGHT_INFO, this::cancel);
    add(FlightSqlUtils.FLIGHT_SQL_CANCEL_QUERY, this::cancelQuery);
    add(FlightConstants.RENEW_FLIGHT_ENDPOINT, this::renew);
    add(
        FlightConstants.SET_SESSION_OPTIONS,
        (body, caller) -> now(SessionActions.set(body).toByteArray()));
    add(
        FlightConstants.GET_SESSION_OPTIONS,
        (body, caller) -> now(SessionActions.get().toByteArray()));
    add(FlightConstants.CLOSE_SESSION, (body, caller) -> now(SessionActions.close().toByteArray()));
    for (TableAction action : TableAction.values()) {
      add(
          new ActionType(action.type(), action.description()),
          (body, caller) -> now(tables.run(action, body, caller.identity())));
    }
  }

  List<ActionType> types() {
    return List.copyOf(types);
  }

  void run(Action action, Caller caller, StreamListener<Result> listener) {
    Handler handler = handlers.get(action.getType());
    if (handler == null) {
      String type = action.getType();
      throw Commands.unknown("the action " + type.substring(0, Math.min(type.length(), 64)));
    }
    handler
        .run(action.getBody(), caller)
        .whenComplete(
            (result, failure) -> {
              if (failure != null) {
                listener.onError(Statuses.of(failure));
                return;
              }
              result.ifPresent(bytes -> listener.onNext(new Result(bytes)));
              listener.onCompleted();
            });
  }

  private void add(ActionType type, Handler handler) {
    types.add(type);
    handlers.put(type.getType(), handler);
  }

  private CompletionStage<Optional<byte[]>> prepare(byte[] body, Caller caller) {
    ActionCreatePreparedStatementRequest request =
        Commands.body(body, ActionCreatePreparedStatementRequest.class);
    StatementRequest statement =
        statements.text(request.getQuery(), request.getTransactionId(), caller);
    PreparedService.Prepared result = prepared.prepare(statement);
    return now(
        packed(
            ActionCreatePreparedStatementResult.newBuilder()
                .setPreparedStatementHandle(result.handle())
                .setDatasetSchema(ByteString.copyFrom(result.schema().serializeAsMessage()))
                .setParameterSchema(ByteString.copyFrom(NO_PARAMETERS))
                .build()));
  }

  private CompletionStage<Optional<byte[]>> cancel(byte[] body, Caller caller) {
    // Parsed as it came: Arrow's own class doubles the expiration times in it.
    Flight.CancelFlightInfoRequest request =
        Commands.message(body, "CancelFlightInfo", Flight.CancelFlightInfoRequest::parseFrom);
    return cancel(request.getInfo(), caller)
        .thenApply(status -> Optional.of(bytes(new CancelFlightInfoResult(status).serialize())));
  }

  /** The older form of the same, which some drivers still send. */
  @SuppressWarnings("deprecation")
  private CompletionStage<Optional<byte[]>> cancelQuery(byte[] body, Caller caller) {
    ActionCancelQueryRequest request = Commands.body(body, ActionCancelQueryRequest.class);
    Flight.FlightInfo info =
        Commands.message(
            request.getInfo().toByteArray(), "CancelQuery", Flight.FlightInfo::parseFrom);
    return cancel(info, caller)
        .thenApply(
            status ->
                Optional.of(
                    packed(
                        ActionCancelQueryResult.newBuilder().setResult(legacy(status)).build())));
  }

  private CompletionStage<CancelStatus> cancel(Flight.FlightInfo info, Caller caller) {
    if (info.getAppMetadata().isEmpty()) {
      // Of an interactive statement: it holds nothing, and its stream ends when its call does.
      return CompletableFuture.completedFuture(CancelStatus.NOT_CANCELLABLE);
    }
    return deferred.cancel(info.getAppMetadata(), caller.identity());
  }

  @SuppressWarnings("deprecation")
  private static ActionCancelQueryResult.CancelResult legacy(CancelStatus status) {
    return switch (status) {
      case CANCELLED -> ActionCancelQueryResult.CancelResult.CANCEL_RESULT_CANCELLED;
      case CANCELLING -> ActionCancelQueryResult.CancelResult.CANCEL_RESULT_CANCELLING;
      case NOT_CANCELLABLE -> ActionCancelQueryResult.CancelResult.CANCEL_RESULT_NOT_CANCELLABLE;
      case UNSPECIFIED -> ActionCancelQueryResult.CancelResult.CANCEL_RESULT_UNSPECIFIED;
    };
  }

  private CompletionStage<Optional<byte[]>> renew(byte[] body, Caller caller) {
    Flight.RenewFlightEndpointRequest request =
        Commands.message(body, "RenewFlightEndpoint", Flight.RenewFlightEndpointRequest::parseFrom);
    byte[] ticket = request.getEndpoint().getTicket().getTicket().toByteArray();
    return deferred
        .renew(ticket, caller.identity())
        .thenApply(endpoint -> Optional.of(bytes(endpoint.serialize())));
  }

  private static byte[] packed(Message message) {
    return Any.pack(message).toByteArray();
  }

  private static byte[] bytes(java.nio.ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static CompletionStage<Optional<byte[]>> now(byte[] result) {
    return CompletableFuture.completedFuture(Optional.of(result));
  }

  private static CompletionStage<Optional<byte[]>> nothing() {
    return CompletableFuture.completedFuture(Optional.empty());
  }
}
