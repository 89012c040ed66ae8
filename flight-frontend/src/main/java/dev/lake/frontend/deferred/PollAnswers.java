package dev.lake.frontend.deferred;

import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.redeem.PartTickets;
import dev.lake.jobs.materialize.IpcSchema;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestPart;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.PartSummary;
import dev.lake.protocol.PartSummaryCodec;
import dev.lake.protocol.PollClaims;
import dev.lake.protocol.PollClaimsCodec;
import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.QueryStatus;
import dev.lake.protocol.QueryStatusCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.vector.ipc.message.IpcOption;

/**
 * What a poll is told, from the query's record, spec and manifest. Safe for use by many threads.
 */
final class PollAnswers {
  private final Sealer sealer;
  private final PartTickets tickets;
  private final Manifests manifests;
  private final Duration ticketLifetime;

  PollAnswers(Sealer sealer, PartTickets tickets, Manifests manifests, Duration ticketLifetime) {
    this.sealer = sealer;
    this.tickets = tickets;
    this.manifests = manifests;
    this.ticketLifetime = ticketLifetime;
  }

  /** The handle that later polls send: short, opaque, good until the query is forgotten. */
  FlightDescriptor handle(QueryId query, Principal principal, Instant now) {
    byte[] claims = PollClaimsCodec.write(new PollClaims(query, principal, now));
    return FlightDescriptor.command(sealer.seal(SealKind.POLL, claims));
  }

  /** Not there yet: no endpoint, and a descriptor to poll on with. */
  PollInfo pending(QueryRecord record, QuerySpec spec, FlightDescriptor handle, Instant now) {
    FlightInfo info = info(record, spec, handle, List.of(), -1, -1, false);
    return new PollInfo(info, handle, record.progress().fraction(), expiry(record, spec, now));
  }

  /** There: one endpoint for each part, in order, and no further descriptor. */
  PollInfo succeeded(QueryRecord record, QuerySpec spec, FlightDescriptor handle, Instant now) {
    Manifest manifest = manifests.of(record);
    Instant expires = earlier(now.plus(ticketLifetime), manifest.expires());
    List<FlightEndpoint> endpoints =
        manifest.parts().stream().map(part -> endpoint(record, part, expires)).toList();
    FlightInfo info =
        info(
            record,
            spec,
            handle,
            endpoints,
            manifest.totals().bytes(),
            manifest.totals().rows(),
            true);
    return new PollInfo(info, null, 1.0, manifest.expires());
  }

  /** Why there will be no result. */
  static LakeException ended(QueryRecord record) {
    if (record.state() == QueryState.CANCELLED) {
      return new LakeException(ErrorCode.QUERY_CANCELLED, "Query %s was cancelled", record.id());
    }
    Failure failure =
        record
            .failure()
            .orElseThrow(() -> new IllegalStateException("a failed query has a reason"));
    return new LakeException(failure.code(), "Query %s failed: %s", record.id(), failure.message());
  }

  /** A fresh ticket for a part, ending with the result at the latest. */
  FlightEndpoint renewed(PartClaims old, Instant resultExpires, Instant now) {
    return endpoint(
        new PartClaims(
            old.query(),
            old.principal(),
            old.part(),
            old.etag(),
            old.rows(),
            old.bytes(),
            old.digest(),
            earlier(now.plus(ticketLifetime), resultExpires)));
  }

  private FlightEndpoint endpoint(QueryRecord record, ManifestPart part, Instant expires) {
    return endpoint(
        new PartClaims(
            record.id(),
            record.principal(),
            part.name(),
            part.etag(),
            part.rows(),
            part.bytes(),
            part.digest(),
            expires));
  }

  private FlightEndpoint endpoint(PartClaims claims) {
    byte[] summary =
        PartSummaryCodec.write(
            new PartSummary(claims.part(), claims.rows(), claims.bytes(), claims.digest()));
    return FlightEndpoint.builder(new Ticket(tickets.make(claims)))
        .setExpirationTime(claims.expires())
        .setAppMetadata(summary)
        .build();
  }

  private static FlightInfo info(
      QueryRecord record,
      QuerySpec spec,
      FlightDescriptor handle,
      List<FlightEndpoint> endpoints,
      long bytes,
      long rows,
      boolean ordered) {
    return new FlightInfo(
        IpcSchema.read(spec.schema()),
        handle,
        endpoints,
        bytes,
        rows,
        ordered,
        IpcOption.DEFAULT,
        QueryStatusCodec.write(QueryStatus.of(record)));
  }

  /** Until when the handle is certainly good. */
  private static Instant expiry(QueryRecord record, QuerySpec spec, Instant now) {
    Instant published = record.expires().orElse(now);
    return published.isAfter(now) ? published : record.deadline().plus(spec.resultLifetime());
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
