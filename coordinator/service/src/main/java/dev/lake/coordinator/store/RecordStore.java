package dev.lake.coordinator.store;

import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import java.util.List;
import java.util.Optional;

/**
 * The records as the leader of one epoch sees and writes them. Every write is a compare-and-set
 * that also checks the epoch, so a deposed leader changes nothing (I4), however late its call
 * arrives.
 *
 * <p>Safe for use by several threads. Reads throw {@code UNAVAILABLE} when ZooKeeper does not
 * answer.
 */
public interface RecordStore extends AutoCloseable {
  /** Parents that records, tombstones and submissions are spread over. */
  int PARENTS = 256;

  /** What changed since the last call; the first call says everything. */
  Changes changes();

  /** All queries that have a record, in no order. Cost: one read per parent node, 256 in all. */
  List<QueryId> ids();

  /** One record. */
  Optional<StoredQuery> read(QueryId id);

  /**
   * Replaces a record. A write that makes the query STOPPING also leaves a cleanup mark, in the
   * same transaction.
   *
   * @param before the record as read
   * @param after its successor; carries this leader's nonce and the next sequence number, which
   *     decide the outcome when the answer was lost
   */
  WriteOutcome write(StoredQuery before, QueryRecord after);

  /** Queries whose jobs, uploads and objects are not yet proven gone. */
  List<QueryId> cleanups();

  /** Removes a cleanup mark. APPLIED also when there was none. */
  WriteOutcome cleaned(QueryId id);

  /**
   * Removes an ended query's record and its place in the tenant's count, and leaves the tombstone.
   */
  WriteOutcome retire(StoredQuery ended, Tombstone tombstone);

  /**
   * The tombstones under one parent.
   *
   * @param parent a number from 0 to 255
   */
  List<Tombstone> tombstones(int parent);

  /** Whether this query has a tombstone. */
  boolean buried(QueryId id);

  /** Removes a tombstone. */
  WriteOutcome forget(Tombstone tombstone);

  /**
   * Removes the submission ids under one parent whose query has neither record nor tombstone.
   *
   * @param parent a number from 0 to 255
   */
  WriteOutcome forgetSubmissions(int parent);

  /** Changes nothing, but tells whether this leader still leads: APPLIED or DEPOSED. */
  WriteOutcome confirm();

  /** Ends the notifications; open calls may still finish. */
  @Override
  void close();
}
