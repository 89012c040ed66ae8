package dev.lake.frontend.flight;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.interactive.Sessions;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.frontend.prepared.PreparedService;
import java.time.Clock;
import java.util.Optional;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;

/** Turns the commands that name a statement, as text or as a prepared handle, into requests. */
final class StatementCommands {
  private final PreparedService prepared;
  private final Clock clock;

  StatementCommands(PreparedService prepared, Clock clock) {
    this.prepared = prepared;
    this.clock = clock;
  }

  /** The statement of a command; empty if the command names none. */
  Optional<StatementRequest> request(Any command, Caller caller) {
    if (command.is(CommandStatementQuery.class)) {
      CommandStatementQuery query = Commands.unpack(command, CommandStatementQuery.class);
      return Optional.of(text(query.getQuery(), query.getTransactionId(), caller));
    }
    if (command.is(CommandPreparedStatementQuery.class)) {
      byte[] handle =
          Commands.unpack(command, CommandPreparedStatementQuery.class)
              .getPreparedStatementHandle()
              .toByteArray();
      return Optional.of(prepared.open(handle, caller.identity()));
    }
    return Optional.empty();
  }

  /** A statement given as text. */
  StatementRequest text(String sql, ByteString transaction, Caller caller) {
    if (!transaction.isEmpty()) {
      throw Commands.unknown("transactions");
    }
    return new StatementRequest(sql, Sessions.of(caller.headers(), clock), caller.identity());
  }
}
