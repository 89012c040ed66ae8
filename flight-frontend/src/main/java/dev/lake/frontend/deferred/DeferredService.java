package dev.lake.frontend.deferred;

import com.google.protobuf.ByteString;
import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.interactive.StatementRequest;
import java.util.concurrent.CompletionStage;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.PollInfo;

/**
 * Deferred queries: started by a first poll, followed by later ones.
 *
 * <p>No method blocks for long: a poll that has to wait completes its stage later. A stage may
 * complete exceptionally with any {@code LakeException}. Safe for use by many threads.
 */
public interface DeferredService {

  /**
   * The first poll: plans the statement, submits it and answers at once. The call's header {@code
   * x-lake-submission-id} makes repeats safe; without it a call that is cancelled before its answer
   * left cancels the query.
   */
  CompletionStage<PollInfo> start(StatementRequest request, PollCall call);

  /** A later poll, held until there is news or the hold time is over. */
  CompletionStage<PollInfo> poll(byte[] handle, PollCall call);

  /**
   * Cancels the query that a FlightInfo is about.
   *
   * @param appMetadata the FlightInfo's {@code app_metadata}, which identifies the query
   */
  CompletionStage<CancelStatus> cancel(ByteString appMetadata, Identity identity);

  /**
   * A fresh endpoint for a part whose ticket will expire soon.
   *
   * @param ticket the ticket of the endpoint to renew
   */
  CompletionStage<FlightEndpoint> renew(byte[] ticket, Identity identity);

  /** Answers every poll that is held, now, and holds none from here on; the server is stopping. */
  void drain();
}
