package dev.lake.frontend.redeem;

import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.auth.Identity;
import dev.lake.jobs.materialize.IpcExpectation;
import dev.lake.jobs.materialize.IpcFrames;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.QuerySpec;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Redeems the tickets of parts. A ticket says all that is needed to find and verify its part, so
 * any replica can redeem it; that its principal still has the grants is looked up. Safe for use by
 * many threads.
 */
public final class PartStreams {
  private final PartTickets tickets;
  private final QuerySpecs specs;
  private final ObjectStore results;
  private final RedeemLimits limits;
  private final OpenInputs inputs;
  private final Executor pool;
  private final Clock clock;
  private final Supplier<Caller> caller;
  private final Function<Throwable, StatusRuntimeException> statuses;
  private final AtomicInteger streams = new AtomicInteger();

  /** What redemption works with; all of it stays the caller's. */
  public record Services(
      PartTickets tickets,
      QuerySpecs specs,
      ObjectStore results,
      Executor pool,
      Clock clock,
      Supplier<Caller> caller,
      Function<Throwable, StatusRuntimeException> statuses) {}

  /** Redeems within these limits. */
  public PartStreams(Services services, RedeemLimits limits) {
    this.tickets = services.tickets();
    this.specs = services.specs();
    this.results = services.results();
    this.pool = services.pool();
    this.clock = services.clock();
    this.caller = services.caller();
    this.statuses = services.statuses();
    this.limits = limits;
    this.inputs = new OpenInputs(limits.comfortableConnections());
  }

  /** How many streams are open now, stalled ones included. */
  public int open() {
    return streams.get();
  }

  /** How many connections to the result store they hold now. */
  public int connections() {
    return inputs.open();
  }

  /** Accepts one call of DoGet and returns at once. */
  void open(byte[] ticket, ServerCallStreamObserver<Object> client) {
    if (streams.incrementAndGet() > limits.streams()) {
      streams.decrementAndGet();
      client.onError(
          statuses.apply(
              new LakeException(
                  ErrorCode.TOO_MANY_QUERIES,
                  "%d parts are being read from this server already; read them one after the other",
                  limits.streams())));
      return;
    }
    Caller who = caller.get();
    new PartStream(client, pool, () -> source(ticket, who), streams::decrementAndGet, statuses)
        .start();
  }

  private PartStream.Source source(byte[] ticket, Caller who) {
    PartClaims claims = tickets.open(ticket);
    Identity identity = who.identity();
    if (!claims.principal().equals(identity.principal())) {
      throw new LakeException(
          ErrorCode.TICKET_INVALID, "The ticket was made for another principal");
    }
    if (!clock.instant().isBefore(claims.expires())) {
      throw new LakeException(
          ErrorCode.TICKET_EXPIRED,
          "The ticket of this part has expired: poll query %s again for fresh ones",
          claims.query());
    }
    QuerySpec spec = specs.of(claims.principal(), claims.query());
    QuerySpecs.checkGrants(spec, identity);
    String key = ResultKeys.part(claims.principal().tenant(), claims.query(), claims.part());
    ResumableInput input = new ResumableInput(results, key, claims.etag(), inputs);
    IpcExpectation expected =
        new IpcExpectation(
            Optional.of(spec.schema()),
            claims.rows(),
            claims.bytes(),
            claims.digest(),
            limits.messageBytes());
    return new PartStream.Source(new IpcFrames(input, expected), input);
  }
}
