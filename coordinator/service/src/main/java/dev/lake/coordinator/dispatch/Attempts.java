package dev.lake.coordinator.dispatch;

import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which attempts this leader knows the cluster to have accepted, and since when, in an order of its
 * own: a list of jobs that was asked for before a job was accepted says nothing about that job. An
 * attempt of an earlier leader counts as accepted.
 */
final class Attempts {
  private final AtomicLong moments = new AtomicLong();
  private final Map<QueryId, Attempt> known = new ConcurrentHashMap<>();

  private record Attempt(int number, boolean accepted, long moment) {}

  /** The present moment; later than all before. */
  long moment() {
    return moments.incrementAndGet();
  }

  /** The attempt's record is written; its job is about to be submitted. */
  void announced(QueryId id, int number) {
    known.put(id, new Attempt(number, false, moment()));
  }

  /** The cluster has the attempt's job. */
  void accepted(QueryId id, int number) {
    known.put(id, new Attempt(number, true, moment()));
  }

  /** Whether the present attempt was announced, but the cluster is not known to have its job. */
  boolean unsubmitted(QueryRecord record) {
    Attempt attempt = known.get(record.id());
    return attempt != null && attempt.number() == record.attempt() && !attempt.accepted();
  }

  /**
   * Whether a list of jobs from that moment must hold the present attempt's job, if the cluster has
   * it.
   */
  boolean covers(long moment, QueryRecord record) {
    Attempt attempt = known.get(record.id());
    return attempt == null || attempt.number() != record.attempt() || moment > attempt.moment();
  }

  /** The query runs no more. */
  void forget(QueryId id) {
    known.remove(id);
  }
}
