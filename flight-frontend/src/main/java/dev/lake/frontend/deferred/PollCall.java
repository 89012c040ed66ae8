package dev.lake.frontend.deferred;

import dev.lake.frontend.auth.Caller;
import org.apache.arrow.flight.FlightDescriptor;

/** One call of PollFlightInfo, as long as its client waits. */
public interface PollCall {

  /** Who calls; its {@code about(QueryId)} sets the response header. */
  Caller caller();

  /** The descriptor as the client sent it. */
  FlightDescriptor descriptor();

  /** Whether the client has gone, or its deadline has passed. */
  boolean cancelled();

  /**
   * Sets what runs, once, when the client goes before the answer left. It runs on a thread of the
   * server and must return at once; if the client has gone already it runs immediately.
   */
  void onCancel(Runnable callback);
}
