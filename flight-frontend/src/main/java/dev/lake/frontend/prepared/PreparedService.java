package dev.lake.frontend.prepared;

import com.google.protobuf.ByteString;
import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.interactive.StatementPlanning;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PreparedClaims;
import dev.lake.protocol.PreparedClaimsCodec;
import dev.lake.protocol.SessionFields;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Prepared statements without a state: the handle seals the text and the session, so that it works
 * on every replica and after every restart, and an abandoned one holds nothing. Each execution is
 * planned anew against the tables of that moment. Safe for use by many threads.
 */
public final class PreparedService {
  private final StatementPlanning planning;
  private final Sealer sealer;
  private final Clock clock;

  /** Prepares by planning; seals handles for whoever asked. */
  public PreparedService(StatementPlanning planning, Sealer sealer, Clock clock) {
    this.planning = planning;
    this.sealer = sealer;
    this.clock = clock;
  }

  /**
   * A prepared statement.
   *
   * @param handle sealed; only the same principal can use it
   * @param schema of its answer as of now
   */
  public record Prepared(ByteString handle, Schema schema) {}

  /** Checks and plans a statement and seals a handle for it. */
  public Prepared prepare(StatementRequest request) {
    Schema schema = planning.describe(request).schema();
    PreparedClaims claims =
        new PreparedClaims(
            request.sql(),
            request.session(),
            request.identity().principal(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    byte[] handle = sealer.seal(SealKind.PREPARED, PreparedClaimsCodec.write(claims));
    return new Prepared(ByteString.copyFrom(handle), schema);
  }

  /**
   * The statement behind a handle, to be executed now: it keeps the session it was prepared in,
   * except that the statement's instant is this one.
   *
   * @throws LakeException TICKET_INVALID, or PERMISSION_DENIED for another principal's handle
   */
  public StatementRequest open(byte[] handle, Identity identity) {
    PreparedClaims claims = PreparedClaimsCodec.read(sealer.open(SealKind.PREPARED, handle));
    if (!claims.principal().equals(identity.principal())) {
      throw new LakeException(
          ErrorCode.PERMISSION_DENIED, "The statement was prepared by another principal");
    }
    SessionFields prepared = claims.session();
    SessionFields session =
        new SessionFields(
            prepared.defaultNamespace(),
            prepared.timeZone(),
            prepared.typeMode(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    return new StatementRequest(claims.sql(), session, identity);
  }
}
