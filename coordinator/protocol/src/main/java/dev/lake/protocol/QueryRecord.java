package dev.lake.protocol;

import static dev.lake.protocol.QueryState.CANCELLED;
import static dev.lake.protocol.QueryState.FAILED;
import static dev.lake.protocol.QueryState.PUBLISHING;
import static dev.lake.protocol.QueryState.QUEUED;
import static dev.lake.protocol.QueryState.RUNNING;
import static dev.lake.protocol.QueryState.STOPPING;
import static dev.lake.protocol.QueryState.SUCCEEDED;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where one deferred query stands, as every process sees it: the commit point of its result. It is
 * made by {@link #queued} and the transitions below, each of which is a pure function: the caller
 * writes the outcome by compare-and-set. Which fields a state carries is checked in one place.
 *
 * @param attempt 0 before the first
 * @param expires when the result ends; pinned on entering PUBLISHING
 * @param failure why; present with every stop but a cancel
 * @param commitDigest SHA-256 of the commit record that is being published
 * @param manifestDigest SHA-256 of the manifest
 * @param totals what the commit record holds
 * @param epochNonce of whoever wrote this: a leader's fence nonce, or a nonce of the write itself
 * @param sequence 0 at first, one more with each write; with the nonce it tells, after an unknown
 *     outcome, whether a write was ours
 */
public record QueryRecord(
    QueryId id,
    Principal principal,
    QueryState state,
    int attempt,
    Instant created,
    Instant deadline,
    Optional<Instant> started,
    Optional<Instant> finished,
    Optional<Instant> expires,
    Optional<Failure> failure,
    Optional<StopReason> stopReason,
    Progress progress,
    Optional<Integer> queuePosition,
    Optional<String> commitDigest,
    Optional<String> manifestDigest,
    Optional<ResultTotals> totals,
    String epochNonce,
    long sequence) {

  public QueryRecord {
    Check.count(attempt, "attempt");
    Check.count(sequence, "sequence");
    Check.nonce(epochNonce, "epoch nonce");
    Check.that(deadline.isAfter(created), "deadline", "after created");
    queuePosition.ifPresent(position -> Check.count(position, "queue position"));
    commitDigest.ifPresent(digest -> Check.sha256(digest, "commit digest"));
    manifestDigest.ifPresent(digest -> Check.sha256(digest, "manifest digest"));
    Check.that(attempt > 0 || !attempted(state), "attempt", "more than 0 in state " + state);
    Check.that(attempt == 0 || state != QUEUED, "attempt", "0 in state " + state);
    present(queuePosition, "queue position", state, EnumSet.noneOf(QueryState.class), QUEUED);
    present(started, "started", state, EnumSet.of(RUNNING, PUBLISHING, SUCCEEDED), stoppedStates());
    present(finished, "finished", state, EnumSet.of(SUCCEEDED, FAILED, CANCELLED));
    present(expires, "expires", state, EnumSet.of(PUBLISHING, SUCCEEDED));
    present(commitDigest, "commit digest", state, EnumSet.of(PUBLISHING, SUCCEEDED));
    present(totals, "totals", state, EnumSet.of(PUBLISHING, SUCCEEDED));
    present(manifestDigest, "manifest digest", state, EnumSet.of(SUCCEEDED));
    present(stopReason, "stop reason", state, EnumSet.of(STOPPING, FAILED, CANCELLED));
    present(failure, "failure", state, EnumSet.of(FAILED), STOPPING);
    stopReason.ifPresent(reason -> checkStop(reason, state, failure));
  }

  private static boolean attempted(QueryState state) {
    return state == RUNNING || state == PUBLISHING || state == SUCCEEDED;
  }

  private static QueryState[] stoppedStates() {
    return new QueryState[] {STOPPING, FAILED, CANCELLED};
  }

  private static void checkStop(StopReason reason, QueryState state, Optional<Failure> failure) {
    boolean cancelled = reason == StopReason.CANCELLED;
    Check.that(failure.isEmpty() == cancelled, "failure", "absent exactly when cancelled");
    Check.that(state != CANCELLED || cancelled, "stop reason", "CANCELLED in state CANCELLED");
    Check.that(state != FAILED || !cancelled, "stop reason", "not CANCELLED in state FAILED");
  }

  private static void present(
      Optional<?> field,
      String name,
      QueryState state,
      Set<QueryState> required,
      QueryState... optional) {
    if (required.contains(state)) {
      Check.that(field.isPresent(), name, "present in state " + state);
    } else if (!Set.of(optional).contains(state)) {
      Check.that(field.isEmpty(), name, "absent in state " + state);
    }
  }

  /** The first record of a query. */
  public static QueryRecord queued(QuerySpec spec, String writer) {
    return new QueryRecord(
        spec.id(),
        spec.principal(),
        QUEUED,
        0,
        spec.created(),
        spec.deadline(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Progress.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        writer,
        0);
  }

  /** Why this record cannot be followed by one in the state, or nothing where it can. */
  public Optional<TransitionRefusal> refusal(QueryState next) {
    if (state.canBecome(next)) {
      return Optional.empty();
    }
    if (state.terminal()) {
      return Optional.of(TransitionRefusal.ALREADY_ENDED);
    }
    return Optional.of(
        state == STOPPING ? TransitionRefusal.ALREADY_STOPPING : TransitionRefusal.OUT_OF_ORDER);
  }

  /** The same, further up in its queue. */
  public QueryRecord waiting(int position, String writer) {
    return next(QUEUED, writer).position(position).build();
  }

  /** An attempt is announced: the first, or one more after a lost one. */
  public QueryRecord running(int nextAttempt, Instant now, String writer) {
    Check.that(nextAttempt == attempt + 1, "attempt", "one more than the last");
    return next(RUNNING, writer).attempt(nextAttempt).started(now).progress(Progress.NONE).build();
  }

  /** The same attempt, further on. */
  public QueryRecord progressed(Progress progress, String writer) {
    Check.that(state == RUNNING, "state", "RUNNING");
    return next(RUNNING, writer).progress(progress).build();
  }

  /** The attempt is pinned for publication. */
  public QueryRecord publishing(
      String commitDigest, ResultTotals totals, Instant expires, String writer) {
    return next(PUBLISHING, writer).result(commitDigest, totals, expires).build();
  }

  /** The result becomes visible. */
  public QueryRecord succeeded(String manifestDigest, Instant now, String writer) {
    return next(SUCCEEDED, writer).manifest(manifestDigest).finished(now).build();
  }

  /**
   * The query is given up; there is no way back.
   *
   * @param why present unless the reason is CANCELLED
   */
  public QueryRecord stopping(StopReason reason, Optional<Failure> why, String writer) {
    return next(STOPPING, writer).stop(reason, why).build();
  }

  /** All that the query held is given back, and it had failed or passed its deadline. */
  public QueryRecord failed(Instant now, String writer) {
    return next(FAILED, writer).finished(now).build();
  }

  /** All that the query held is given back, and it was cancelled. */
  public QueryRecord cancelled(Instant now, String writer) {
    return next(CANCELLED, writer).finished(now).build();
  }

  /** The terminal state that a STOPPING record ends in, by its reason. */
  public QueryRecord stopped(Instant now, String writer) {
    boolean cancelled = stopReason.equals(Optional.of(StopReason.CANCELLED));
    return cancelled ? cancelled(now, writer) : failed(now, writer);
  }

  private QueryRecordChange next(QueryState next, String writer) {
    refusal(next)
        .ifPresent(
            why -> {
              throw new IllegalStateException(
                  "Query " + id + " is " + state + ", cannot become " + next + ": " + why);
            });
    return new QueryRecordChange(this, next, writer);
  }
}
