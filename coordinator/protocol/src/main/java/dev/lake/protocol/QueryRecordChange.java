package dev.lake.protocol;

import java.time.Instant;
import java.util.Optional;

/** Collects what a transition changes; what belongs to the state that is left is dropped. */
final class QueryRecordChange {
  private final QueryRecord from;
  private final QueryState state;
  private final String writer;
  private int attempt;
  private Optional<Instant> started;
  private Optional<Instant> finished = Optional.empty();
  private Optional<Instant> expires;
  private Optional<Failure> failure;
  private Optional<StopReason> stopReason;
  private Progress progress;
  private Optional<Integer> position = Optional.empty();
  private Optional<String> commitDigest;
  private Optional<String> manifestDigest = Optional.empty();
  private Optional<ResultTotals> totals;

  QueryRecordChange(QueryRecord from, QueryState state, String writer) {
    this.from = from;
    this.state = state;
    this.writer = writer;
    boolean published = state == QueryState.SUCCEEDED;
    attempt = from.attempt();
    started = from.started();
    progress = from.progress();
    failure = from.failure();
    stopReason = from.stopReason();
    expires = published ? from.expires() : Optional.empty();
    commitDigest = published ? from.commitDigest() : Optional.empty();
    totals = published ? from.totals() : Optional.empty();
  }

  QueryRecordChange attempt(int value) {
    attempt = value;
    return this;
  }

  QueryRecordChange started(Instant value) {
    started = Optional.of(value);
    return this;
  }

  QueryRecordChange finished(Instant value) {
    finished = Optional.of(value);
    return this;
  }

  QueryRecordChange progress(Progress value) {
    progress = value;
    return this;
  }

  QueryRecordChange position(int value) {
    position = Optional.of(value);
    return this;
  }

  QueryRecordChange result(String digest, ResultTotals resultTotals, Instant resultExpires) {
    commitDigest = Optional.of(digest);
    totals = Optional.of(resultTotals);
    expires = Optional.of(resultExpires);
    return this;
  }

  QueryRecordChange manifest(String digest) {
    manifestDigest = Optional.of(digest);
    return this;
  }

  QueryRecordChange stop(StopReason reason, Optional<Failure> why) {
    stopReason = Optional.of(reason);
    failure = why;
    return this;
  }

  QueryRecord build() {
    return new QueryRecord(
        from.id(),
        from.principal(),
        state,
        attempt,
        from.created(),
        from.deadline(),
        started,
        finished,
        expires,
        failure,
        stopReason,
        progress,
        position,
        commitDigest,
        manifestDigest,
        totals,
        writer,
        Math.addExact(from.sequence(), 1));
  }
}
