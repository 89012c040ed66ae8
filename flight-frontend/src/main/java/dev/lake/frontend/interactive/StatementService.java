package dev.lake.frontend.interactive;

import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.admission.AdmissionGate;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.stream.BatchPump;
import dev.lake.frontend.stream.StreamResources;
import dev.lake.jobs.interactive.ResultCursor;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.Statement;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.StatementClaims;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The interactive tier: a statement becomes a FlightInfo with one sealed ticket, and a ticket
 * becomes a stream, on any replica and from its claims alone. Safe for use by many threads.
 */
public final class StatementService {
  private final StatementPlanning planning;
  private final SqlEngine engine;
  private final StatementTickets tickets;
  private final AdmissionGate gate;
  private final StreamResources resources;

  /**
   * A service over these parts.
   *
   * @param tickets how tickets are sealed, for whom and for how long
   */
  public StatementService(
      StatementPlanning planning,
      SqlEngine engine,
      TicketPolicy tickets,
      AdmissionGate gate,
      StreamResources resources) {
    this.planning = planning;
    this.engine = engine;
    this.tickets =
        new StatementTickets(
            tickets.sealer(), tickets.clock(), tickets.audience(), tickets.lifetime());
    this.gate = gate;
    this.resources = resources;
  }

  /**
   * How statement tickets are made.
   *
   * @param audience names the deployment; a ticket of another one is refused
   * @param lifetime how long a ticket can be redeemed
   */
  public record TicketPolicy(Sealer sealer, Clock clock, String audience, Duration lifetime) {}

  /** The schema of a statement's answer. */
  public Schema schema(StatementRequest request) {
    return planning.describe(request).schema();
  }

  /** Plans a statement and answers where its rows can be read. */
  public FlightInfo info(StatementRequest request, FlightDescriptor descriptor) {
    DescribedStatement statement = planning.describe(request);
    return FlightInfo.builder(
            statement.schema(), descriptor, List.of(tickets.endpoint(request, statement)))
        .build();
  }

  /**
   * Starts to stream what a ticket stands for and returns at once.
   *
   * @param handle the sealed statement
   * @throws dev.lake.protocol.LakeException TICKET_INVALID, TICKET_EXPIRED or PERMISSION_DENIED;
   *     whatever fails later ends the stream
   */
  public void stream(byte[] handle, Caller caller, ServerStreamListener listener) {
    StatementClaims claims = tickets.open(handle, caller.identity());
    QueryId query = QueryId.random();
    caller.about(query);
    AtomicReference<AdmissionGate.@Nullable Permit> held = new AtomicReference<>();
    BatchPump pump = new BatchPump(listener, resources, () -> release(held.getAndSet(null)));
    CompletableFuture<AdmissionGate.Permit> admitted = gate.enter(claims.principal().tenant());
    pump.onGone(() -> admitted.cancel(false));
    CompletableFuture<?> unused =
        admitted.whenCompleteAsync(
            (permit, failure) -> {
              if (failure != null) {
                pump.fail(failure);
                return;
              }
              held.set(permit);
              run(claims, query, pump);
            },
            resources.workers());
  }

  private void run(StatementClaims claims, QueryId query, BatchPump pump) {
    BufferAllocator allocator = resources.forStream("query-" + query);
    try {
      Statement statement = engine.parse(claims.sql(), claims.session().defaultNamespace());
      PlannedQuery plan = engine.plan(statement, claims.snapshots(), claims.session());
      ResultCursor cursor = engine.run(plan, allocator);
      pump.begin(new BatchPump.Source(plan.schema(), cursor, allocator));
    } catch (Throwable failure) {
      allocator.close();
      pump.fail(failure);
    }
  }

  private static void release(AdmissionGate.@Nullable Permit permit) {
    if (permit != null) {
      permit.release();
    }
  }
}
