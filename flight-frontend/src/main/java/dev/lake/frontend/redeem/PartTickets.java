package dev.lake.frontend.redeem;

import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.PartClaimsCodec;
import java.util.Arrays;

/**
 * The tickets of parts: a short mark, then the sealed claims. The mark lets DoGet tell them from
 * Flight SQL's own tickets, which are protocol buffers, without opening them; it is no secret and
 * proves nothing. Safe for use by many threads.
 */
public final class PartTickets {
  private static final byte[] MARK = {'l', 'k', 'p', ':'};

  private final Sealer sealer;

  /** Makes and opens tickets with the deployment's keys. */
  public PartTickets(Sealer sealer) {
    this.sealer = sealer;
  }

  /** Makes the ticket of one part. */
  public byte[] make(PartClaims claims) {
    byte[] sealed = sealer.seal(SealKind.PART, PartClaimsCodec.write(claims));
    byte[] ticket = Arrays.copyOf(MARK, MARK.length + sealed.length);
    System.arraycopy(sealed, 0, ticket, MARK.length, sealed.length);
    return ticket;
  }

  /** Whether these bytes claim to be the ticket of a part. */
  static boolean marked(byte[] ticket) {
    return ticket.length >= MARK.length
        && Arrays.equals(ticket, 0, MARK.length, MARK, 0, MARK.length);
  }

  /**
   * Opens a ticket; whether it may be redeemed is for the caller to check.
   *
   * @throws LakeException TICKET_INVALID if it is not the unaltered ticket of a part
   */
  public PartClaims open(byte[] ticket) {
    if (!marked(ticket)) {
      throw new LakeException(
          ErrorCode.TICKET_INVALID, "The ticket is not one of a part of a deferred result");
    }
    byte[] sealed = Arrays.copyOfRange(ticket, MARK.length, ticket.length);
    return PartClaimsCodec.read(sealer.open(SealKind.PART, sealed));
  }
}
