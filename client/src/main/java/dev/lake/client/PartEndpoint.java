package dev.lake.client;

import dev.lake.protocol.PartSummary;
import org.apache.arrow.flight.Ticket;

/**
 * A part that can be downloaded now.
 *
 * @param ticket opens it for the principal that polled, until it expires; poll again for another
 */
public record PartEndpoint(Ticket ticket, PartSummary summary) {
  @Override
  public String toString() {
    return "PartEndpoint[" + summary.name() + "]";
  }
}
