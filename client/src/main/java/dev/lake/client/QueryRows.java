package dev.lake.client;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Iterator;
import java.util.Optional;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The rows of a statement, a batch at a time, as they arrive. Rows are counted: where the server
 * announced how many there are, fewer end in DATA_LOSS.
 */
public final class QueryRows implements AutoCloseable {
  private final FlightClient flight;
  private final Schema schema;
  private final long announced;
  private final Iterator<FlightEndpoint> endpoints;
  private Optional<FlightStream> stream = Optional.empty();
  private long rows;

  QueryRows(FlightClient flight, FlightInfo info) {
    this.flight = flight;
    this.schema = ServerFailures.schema(info);
    this.announced = info.getRecords();
    this.endpoints = info.getEndpoints().iterator();
  }

  public Schema schema() {
    return schema;
  }

  /** How many rows have been returned so far. */
  public long rows() {
    return rows;
  }

  /** Moves to the next batch that has rows; false at the end. */
  public boolean next() {
    return ServerFailures.translated(this::advance);
  }

  private boolean advance() {
    while (stream.isPresent() || endpoints.hasNext()) {
      FlightStream current = stream.orElseGet(() -> flight.getStream(endpoints.next().getTicket()));
      stream = Optional.of(current);
      while (current.next()) {
        int batch = current.getRoot().getRowCount();
        rows += batch;
        if (batch > 0) {
          return true;
        }
      }
      close();
    }
    if (announced >= 0 && rows != announced) {
      throw new LakeException(
          ErrorCode.DATA_LOSS, "The server announced %d rows and sent %d", announced, rows);
    }
    return false;
  }

  /** The current batch, valid until the next call of {@link #next}. */
  public VectorSchemaRoot batch() {
    return stream.orElseThrow(() -> new IllegalStateException("there is no batch")).getRoot();
  }

  /** Ends the statement if it still runs. */
  @Override
  public void close() {
    Optional<FlightStream> open = stream;
    stream = Optional.empty();
    if (open.isEmpty()) {
      return;
    }
    FlightStream current = open.orElseThrow();
    try {
      current.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "Cannot close the stream of a statement");
    }
  }
}
