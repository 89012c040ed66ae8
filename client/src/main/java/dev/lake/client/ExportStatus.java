package dev.lake.client;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartSummaryCodec;
import dev.lake.protocol.QueryStatus;
import dev.lake.protocol.QueryStatusCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.vector.types.pojo.Schema;

/** Where an export stood when the server answered. */
public final class ExportStatus {
  private final FlightInfo info;
  private final FlightDescriptor handle;
  private final boolean done;
  private final OptionalDouble progress;

  private ExportStatus(
      FlightInfo info, FlightDescriptor handle, boolean done, OptionalDouble progress) {
    this.info = info;
    this.handle = handle;
    this.done = done;
    this.progress = progress;
  }

  /** A finished answer has no descriptor: the one that was asked with goes on to work. */
  static ExportStatus of(PollInfo answer, FlightDescriptor askedWith) {
    return new ExportStatus(
        answer.getFlightInfo(),
        answer.getFlightDescriptor().orElse(askedWith),
        answer.getFlightDescriptor().isEmpty(),
        answer.getProgress().map(OptionalDouble::of).orElseGet(OptionalDouble::empty));
  }

  /** Whether the result is complete and can be downloaded. */
  public boolean done() {
    return done;
  }

  /** From 0 to 1, where the server can tell. */
  public OptionalDouble progress() {
    return progress;
  }

  /** The query, its state, and what it has written so far. */
  public QueryStatus query() {
    return QueryStatusCodec.read(info.getAppMetadata());
  }

  public Schema schema() {
    return ServerFailures.schema(info);
  }

  /** Rows of the whole result, negative while they are not known. */
  public long rows() {
    return info.getRecords();
  }

  /** Bytes of the whole result, negative while they are not known. */
  public long bytes() {
    return info.getBytes();
  }

  /** The parts in the order of the result; empty before it is done. */
  public List<PartEndpoint> parts() {
    List<PartEndpoint> parts = new ArrayList<>();
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      parts.add(
          new PartEndpoint(endpoint.getTicket(), PartSummaryCodec.read(endpoint.getAppMetadata())));
    }
    return List.copyOf(parts);
  }

  /**
   * What polls the export, from any process and against any replica, as long as its result lives.
   * Opaque, and worth as much as the result to whoever has the same principal's token.
   */
  public byte[] handle() {
    return Optional.ofNullable(handle.getCommand())
        .orElseThrow(
            () ->
                new LakeException(ErrorCode.DATA_LOSS, "The server sent a handle of another kind"));
  }

  FlightInfo info() {
    return info;
  }

  FlightDescriptor descriptor() {
    return handle;
  }
}
