package dev.lake.frontend.deferred;

import com.google.protobuf.ByteString;
import dev.lake.coordinator.store.QueryStore;
import dev.lake.coordinator.store.StopOutcome;
import dev.lake.coordinator.store.SubmissionId;
import dev.lake.coordinator.store.Submissions;
import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.interactive.DescribedStatement;
import dev.lake.frontend.interactive.StatementPlanning;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.frontend.redeem.PartTickets;
import dev.lake.frontend.redeem.QuerySpecs;
import dev.lake.jobs.materialize.IpcSchema;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.PollClaims;
import dev.lake.protocol.PollClaimsCodec;
import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.QueryStatusCodec;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.StopReason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.PollInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deferred queries over the durable state that all processes share. It keeps nothing of a query
 * that another replica would need. Blocking work runs on the given executor, waiting holds no
 * thread.
 */
public final class DeferredQueries implements DeferredService {
  private static final Logger LOG = LoggerFactory.getLogger(DeferredQueries.class);

  private final Services services;
  private final DeferredConfig config;
  private final SubmissionIds submissionIds;
  private final PollAnswers answers;
  private final Set<HeldPoll> held = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;

  /**
   * What it works with; all of it stays the caller's.
   *
   * @param work for calls that block: planning, ZooKeeper, the result store
   * @param timer ends polls that were held long enough; nothing blocks it
   */
  public record Services(
      StatementPlanning planning,
      Submissions submissions,
      QueryStore queries,
      QuerySpecs specs,
      ObjectStore results,
      Sealer sealer,
      SubmissionNames submissionNames,
      Executor work,
      ScheduledExecutorService timer,
      Clock clock) {}

  /** Serves deferred queries. */
  public DeferredQueries(Services services, DeferredConfig config) {
    this.services = services;
    this.config = config;
    this.submissionIds = new SubmissionIds(services.submissionNames());
    this.answers =
        new PollAnswers(
            services.sealer(),
            new PartTickets(services.sealer()),
            new Manifests(services.results()),
            config.ticketLifetime());
  }

  @Override
  public CompletionStage<PollInfo> start(StatementRequest request, PollCall call) {
    FirstPoll first = new FirstPoll(call.caller().headers().submissionId().isEmpty(), this::giveUp);
    call.onCancel(first::cancelled);
    return async(() -> submit(request, call, first));
  }

  private PollInfo submit(StatementRequest request, PollCall call, FirstPoll first) {
    Optional<SubmissionId> submission =
        submissionIds.of(request, ResultFormat.ARROW_IPC, call.caller().headers().submissionId());
    // What was submitted before stays that query, even if it could not be planned any more.
    QueryRecord record =
        submission
            .flatMap(services.queries()::find)
            .orElseGet(() -> submitNew(request, submission));
    call.caller().about(record.id());
    first.submitted(record.id());
    return answer(record, request.identity());
  }

  private QueryRecord submitNew(StatementRequest request, Optional<SubmissionId> submission) {
    DescribedStatement described = services.planning().describe(request);
    Instant now = services.clock().instant();
    QuerySpec spec =
        new QuerySpec(
            QueryId.random(),
            request.sql(),
            described.snapshots(),
            request.session(),
            request.identity().principal(),
            ResultFormat.ARROW_IPC,
            config.layout(),
            now,
            now.plus(config.runTime()),
            config.resultLifetime(),
            IpcSchema.write(described.schema()));
    QueryRecord record = services.submissions().submit(spec, submission);
    LOG.info("Query {} of {} was submitted", record.id(), record.principal().tenant());
    return record;
  }

  /** Nobody has the handle of this query, so nobody could ever read its result. */
  private void giveUp(QueryId query) {
    try {
      services.work().execute(() -> stop(query));
    } catch (RuntimeException refused) {
      LOG.warn("Query {}, whose client went, runs on: {}", query, refused.getMessage());
    }
  }

  private void stop(QueryId query) {
    try {
      services.queries().requestStop(query, StopReason.CANCELLED, Optional.empty());
    } catch (LakeException e) {
      LOG.warn("Query {}, whose client went, runs on: {}", query, e.getMessage());
    }
  }

  @Override
  public CompletionStage<PollInfo> poll(byte[] handle, PollCall call) {
    CompletableFuture<PollInfo> answer = new CompletableFuture<>();
    services.work().execute(() -> begin(handle, call, answer));
    return answer;
  }

  private void begin(byte[] handle, PollCall call, CompletableFuture<PollInfo> answer) {
    try {
      PollClaims claims = PollClaimsCodec.read(services.sealer().open(SealKind.POLL, handle));
      Identity identity = call.caller().identity();
      if (!claims.principal().equals(identity.principal())) {
        throw unknown(claims.query());
      }
      QueryRecord record = current(claims.query(), claims.principal());
      // Not before: a foreign query is answered like an unknown one to the last header.
      call.caller().about(record.id());
      Duration hold = hold(call);
      boolean now = record.state().terminal() || hold.isZero() || held.size() >= config.heldPolls();
      if (now || draining) {
        answer.complete(answer(record, identity));
        return;
      }
      hold(record, hold, identity, call, answer);
    } catch (Throwable failure) {
      answer.completeExceptionally(failure);
    }
  }

  private Duration hold(PollCall call) {
    Optional<String> asked = call.caller().headers().pollWait();
    if (asked.isEmpty()) {
      return config.hold();
    }
    try {
      Duration wait = Duration.ofSeconds(Integer.parseUnsignedInt(asked.get()));
      return wait.compareTo(config.hold()) < 0 ? wait : config.hold();
    } catch (NumberFormatException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, e, "x-lake-poll-wait must be a whole number of seconds");
    }
  }

  private void hold(
      QueryRecord record,
      Duration hold,
      Identity identity,
      PollCall call,
      CompletableFuture<PollInfo> answer) {
    HeldPoll poll = new HeldPoll(record.state(), () -> wake(record, identity, answer));
    held.add(poll);
    CompletableFuture<?> unused = answer.whenComplete((info, failure) -> held.remove(poll));
    call.onCancel(
        () -> {
          poll.abandon();
          answer.cancel(false);
        });
    ScheduledFuture<?> timeout =
        services.timer().schedule(poll::end, hold.toMillis(), TimeUnit.MILLISECONDS);
    poll.holding(services.queries().watch(record.id(), poll), timeout);
    if (draining) {
      poll.end();
    }
  }

  /** On a thread that must not block; the answer comes even if there is no room for the work. */
  private void wake(QueryRecord before, Identity identity, CompletableFuture<PollInfo> answer) {
    try {
      services.work().execute(() -> finish(before, identity, answer));
    } catch (RuntimeException refused) {
      answer.completeExceptionally(refused);
    }
  }

  private void finish(QueryRecord before, Identity identity, CompletableFuture<PollInfo> answer) {
    try {
      answer.complete(answer(current(before.id(), before.principal()), identity));
    } catch (Throwable failure) {
      answer.completeExceptionally(failure);
    }
  }

  /** What is true now; only a read after a sync may say that there is nothing, or the end. */
  private QueryRecord current(QueryId query, Principal principal) {
    Optional<QueryRecord> read = services.queries().read(query);
    if (read.isPresent() && !read.get().state().terminal()) {
      return owned(read.get(), principal);
    }
    return services
        .queries()
        .readSynced(query)
        .map(record -> owned(record, principal))
        .orElseThrow(() -> gone(query));
  }

  private static QueryRecord owned(QueryRecord record, Principal principal) {
    if (!record.principal().equals(principal)) {
      throw unknown(record.id());
    }
    return record;
  }

  private LakeException gone(QueryId query) {
    return services.queries().expired(query) ? expired(query) : unknown(query);
  }

  private static LakeException expired(QueryId query) {
    return new LakeException(
        ErrorCode.RESULT_EXPIRED, "The result of query %s has expired: run it again", query);
  }

  private static LakeException unknown(QueryId query) {
    return new LakeException(ErrorCode.QUERY_NOT_FOUND, "There is no query %s", query);
  }

  private PollInfo answer(QueryRecord record, Identity identity) {
    Instant now = services.clock().instant();
    if (record.state() == QueryState.FAILED || record.state() == QueryState.CANCELLED) {
      throw PollAnswers.ended(record);
    }
    if (record.state() == QueryState.SUCCEEDED) {
      checkUnexpired(record, now);
    }
    QuerySpec spec = services.specs().of(record.principal(), record.id());
    var handle = answers.handle(record.id(), record.principal(), now);
    if (record.state() != QueryState.SUCCEEDED) {
      return answers.pending(record, spec, handle, now);
    }
    QuerySpecs.checkGrants(spec, identity);
    return answers.succeeded(record, spec, handle, now);
  }

  private static void checkUnexpired(QueryRecord record, Instant now) {
    if (record.expires().filter(now::isBefore).isEmpty()) {
      throw expired(record.id());
    }
  }

  @Override
  public CompletionStage<CancelStatus> cancel(ByteString appMetadata, Identity identity) {
    return async(
        () -> {
          QueryId query = QueryStatusCodec.read(appMetadata.toByteArray()).query();
          // The metadata proves nothing: whose a query was that is gone cannot be told any more.
          QueryRecord record =
              services.queries().readSynced(query).orElseThrow(() -> unknown(query));
          owned(record, identity.principal());
          StopOutcome outcome =
              services.queries().requestStop(query, StopReason.CANCELLED, Optional.empty());
          return switch (outcome) {
            case STOPPING -> CancelStatus.CANCELLING;
            case STOPPED -> CancelStatus.CANCELLED;
            case NOT_CANCELLABLE -> CancelStatus.NOT_CANCELLABLE;
            case NOT_FOUND -> throw unknown(query);
          };
        });
  }

  @Override
  public CompletionStage<FlightEndpoint> renew(byte[] ticket, Identity identity) {
    return async(
        () -> {
          PartClaims claims = new PartTickets(services.sealer()).open(ticket);
          QueryId query = claims.query();
          if (!claims.principal().equals(identity.principal())) {
            throw unknown(query);
          }
          QueryRecord record = services.queries().readSynced(query).orElseThrow(() -> gone(query));
          Instant now = services.clock().instant();
          if (record.state() != QueryState.SUCCEEDED) {
            throw gone(query);
          }
          checkUnexpired(record, now);
          QuerySpecs.checkGrants(services.specs().of(record.principal(), query), identity);
          return answers.renewed(claims, record.expires().orElse(now), now);
        });
  }

  @Override
  public void drain() {
    draining = true;
    held.forEach(HeldPoll::end);
  }

  /** How many polls wait for news now. */
  int heldPolls() {
    return held.size();
  }

  private <T> CompletionStage<T> async(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, services.work());
  }
}
