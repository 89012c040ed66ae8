package dev.lake.frontend.interactive;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.Identity;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.StatementClaims;
import dev.lake.protocol.StatementClaimsCodec;
import dev.lake.protocol.TableSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;

/** Seals a planned statement into a ticket, and opens it for the one who may (I5). */
final class StatementTickets {
  private final Sealer sealer;
  private final Clock clock;
  private final String audience;
  private final Duration lifetime;

  StatementTickets(Sealer sealer, Clock clock, String audience, Duration lifetime) {
    this.sealer = sealer;
    this.clock = clock;
    this.audience = audience;
    this.lifetime = lifetime;
  }

  /** The one endpoint of a statement: no location, so that clients keep their connection. */
  FlightEndpoint endpoint(StatementRequest request, DescribedStatement statement) {
    Instant issued = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Instant expires = issued.plus(lifetime);
    StatementClaims claims =
        new StatementClaims(
            request.sql(),
            statement.snapshots(),
            request.session(),
            request.identity().principal(),
            audience,
            issued,
            expires);
    byte[] sealed = sealer.seal(SealKind.STATEMENT, StatementClaimsCodec.write(claims));
    TicketStatementQuery ticket =
        TicketStatementQuery.newBuilder().setStatementHandle(ByteString.copyFrom(sealed)).build();
    return FlightEndpoint.builder(new Ticket(Any.pack(ticket).toByteArray()))
        .setExpirationTime(expires)
        .build();
  }

  /** What the ticket allows, if it is this deployment's, this caller's, and not too old. */
  StatementClaims open(byte[] sealed, Identity identity) {
    StatementClaims claims = StatementClaimsCodec.read(sealer.open(SealKind.STATEMENT, sealed));
    if (!claims.audience().equals(audience)) {
      throw new LakeException(ErrorCode.TICKET_INVALID, "The ticket is of another deployment");
    }
    if (!claims.principal().equals(identity.principal())) {
      throw new LakeException(
          ErrorCode.PERMISSION_DENIED, "The ticket was issued to another principal");
    }
    if (!clock.instant().isBefore(claims.expires())) {
      throw new LakeException(
          ErrorCode.TICKET_EXPIRED, "The ticket has expired; ask for a new one by GetFlightInfo");
    }
    for (TableSnapshot snapshot : claims.snapshots().tables()) {
      if (!identity.mayRead(snapshot.table())) {
        throw new LakeException(
            ErrorCode.PERMISSION_DENIED,
            "The grant on table '%s' was withdrawn after the ticket was issued",
            snapshot.table());
      }
    }
    return claims;
  }
}
