package dev.lake.frontend.flight;

import com.google.protobuf.Any;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.frontend.interactive.StatementService;
import dev.lake.frontend.metadata.MetadataService;
import dev.lake.frontend.status.Statuses;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Dispatches the Flight calls that go through Arrow's service; poll, put and exchange do not (see
 * {@link ReplacedMethods}). Whatever a call throws leaves here as a status made by {@link
 * Statuses}.
 */
final class LakeProducer implements FlightProducer {
  private final StatementCommands commands;
  private final StatementService statements;
  private final MetadataService metadata;
  private final Actions actions;

  LakeProducer(
      StatementCommands commands,
      StatementService statements,
      MetadataService metadata,
      Actions actions) {
    this.commands = commands;
    this.statements = statements;
    this.metadata = metadata;
    this.actions = actions;
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> {
          Any command = command(descriptor);
          Optional<StatementRequest> request = commands.request(command, caller(context));
          if (request.isPresent()) {
            return statements.info(request.orElseThrow(), descriptor);
          }
          return metadata
              .info(command, descriptor)
              .orElseThrow(() -> Commands.unknown(Commands.name(command)));
        });
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> {
          Any command = command(descriptor);
          Optional<Schema> schema =
              commands.request(command, caller(context)).map(statements::schema);
          return new SchemaResult(
              schema
                  .or(() -> metadata.schema(command))
                  .orElseThrow(() -> Commands.unknown(Commands.name(command))));
        });
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    try {
      Caller caller = caller(context);
      Any command =
          Commands.parse(ticket.getBytes())
              .orElseThrow(() -> new LakeException(ErrorCode.TICKET_INVALID, "Not a valid ticket"));
      if (command.is(TicketStatementQuery.class)) {
        TicketStatementQuery query = Commands.unpack(command, TicketStatementQuery.class);
        statements.stream(query.getStatementHandle().toByteArray(), caller, listener);
        return;
      }
      if (!metadata.stream(command, caller.identity(), listener)) {
        throw new LakeException(
            ErrorCode.TICKET_INVALID, "%s is not a ticket", Commands.name(command));
      }
    } catch (Throwable failure) {
      listener.error(Statuses.of(failure));
    }
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    try {
      actions.run(action, caller(context), listener);
    } catch (Throwable failure) {
      listener.onError(Statuses.of(failure));
    }
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    actions.types().forEach(listener::onNext);
    listener.onCompleted();
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    listener.onError(Statuses.of(Commands.unknown("ListFlights; ask for CommandGetTables")));
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> acknowledgements) {
    throw Statuses.of(new IllegalStateException("DoPut is replaced below the producer"));
  }

  private static Any command(FlightDescriptor descriptor) {
    if (!descriptor.isCommand()) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, "The descriptor must be a Flight SQL command, not a path");
    }
    return Commands.parse(descriptor.getCommand())
        .orElseThrow(
            () ->
                new LakeException(
                    ErrorCode.INVALID_ARGUMENT, "The descriptor is not a Flight SQL command"));
  }

  private static Caller caller(CallContext context) {
    return context.getMiddleware(Caller.KEY);
  }

  private static <T> T answer(Callable<T> call) {
    try {
      return call.call();
    } catch (Throwable failure) {
      throw Statuses.of(failure);
    }
  }
}
