package dev.lake.frontend.flight;

import com.google.protobuf.Any;
import dev.lake.frontend.status.Statuses;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.stub.StreamObserver;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;

/** Everything that a client might upload, refused by name as soon as it says what it is. */
final class Refusal implements StreamObserver<Flight.FlightData> {
  private final StreamObserver<?> answers;
  private boolean answered;

  private Refusal(StreamObserver<?> answers) {
    this.answers = answers;
  }

  static StreamObserver<Flight.FlightData> put(StreamObserver<Flight.PutResult> answers) {
    return new Refusal(answers);
  }

  static StreamObserver<Flight.FlightData> exchange(StreamObserver<Flight.FlightData> answers) {
    Refusal refusal = new Refusal(answers);
    refusal.refuse(Commands.unknown("DoExchange"));
    return refusal;
  }

  @Override
  public void onNext(Flight.FlightData data) {
    refuse(reason(data.getFlightDescriptor()));
  }

  @Override
  public void onError(Throwable gone) {
    answered = true; // the client has gone: there is nobody to answer
  }

  @Override
  public void onCompleted() {
    refuse(new LakeException(ErrorCode.INVALID_ARGUMENT, "The upload names no command"));
  }

  private void refuse(LakeException reason) {
    if (!answered) {
      answered = true;
      answers.onError(Statuses.of(reason));
    }
  }

  private static LakeException reason(Flight.FlightDescriptor descriptor) {
    Any command = Commands.parse(descriptor.getCmd().toByteArray()).orElse(null);
    if (command == null) {
      return Commands.unknown("uploads that are no Flight SQL command");
    }
    if (command.is(CommandStatementUpdate.class)
        || command.is(CommandPreparedStatementUpdate.class)) {
      // Not UNIMPLEMENTED: the Go driver swallows that and tries another way.
      return new LakeException(
          ErrorCode.NOT_READ_ONLY, "lake is read-only: a statement cannot be run as an update");
    }
    if (command.is(CommandPreparedStatementQuery.class)) {
      return new LakeException(
          ErrorCode.UNBOUND_PARAMETERS,
          "Parameters are not supported in this version: write the value into the SQL");
    }
    return Commands.unknown(Commands.name(command) + ": it is read-only");
  }
}
