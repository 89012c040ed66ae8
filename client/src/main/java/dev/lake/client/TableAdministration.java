package dev.lake.client;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableAction;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableCommandCodec;
import dev.lake.protocol.TableResult;
import dev.lake.protocol.TableResultCodec;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Result;

/** One command of the table registry as one Flight action. */
final class TableAdministration {
  private TableAdministration() {}

  static TableResult send(FlightClient flight, TableCommand command, Duration patience) {
    String type = command.actionType();
    Iterator<Result> results =
        flight.doAction(
            new Action(type, TableCommandCodec.write(command)),
            CallOptions.timeout(patience.toMillis(), TimeUnit.MILLISECONDS));
    if (!results.hasNext()) {
      throw new LakeException(ErrorCode.DATA_LOSS, "The server answered nothing to %s", type);
    }
    byte[] body = results.next().getBody();
    while (results.hasNext()) {
      results.next();
    }
    return TableResultCodec.read(TableAction.ofType(type).orElseThrow(), body);
  }
}
