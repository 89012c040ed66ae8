package dev.lake.coordinator.election;

import dev.lake.coordinator.store.RecordStore;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.StopReason;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The time of one leader. It ends once and for ever: by a lost session, by a refused write or by
 * the process's wish. Who is about to destroy something asks {@link #active} first; what must be
 * certain asks by a fenced write. Safe for use by several threads.
 */
public final class Term implements AutoCloseable {
  private final Fence fence;
  private final RecordStore records;
  private volatile boolean active = true;

  /**
   * @param records closed with this term
   */
  public Term(Fence fence, RecordStore records) {
    this.fence = fence;
    this.records = records;
  }

  /** What this leader's writes carry. */
  public String nonce() {
    return fence.nonce();
  }

  /** The number of this leader's election. */
  public int epoch() {
    return fence.epoch();
  }

  /** False as soon as this process knows that it leads no longer. */
  public boolean active() {
    return active;
  }

  /** Stops this leader at once. Idempotent. */
  public void end() {
    active = false;
  }

  /** For reading; whoever writes does so through this term. */
  public RecordStore records() {
    return records;
  }

  /** Writes a record's successor; a refusal because of a later leader ends this term. */
  public WriteOutcome write(StoredQuery before, QueryRecord after) {
    return fenced(() -> records.write(before, after));
  }

  /** Begins the end of a query: what it held is given back before it is FAILED or CANCELLED. */
  public WriteOutcome stop(StoredQuery before, StopReason reason, Optional<Failure> why) {
    return write(before, before.record().stopping(reason, why, nonce()));
  }

  /** Begins the end of a query that failed. */
  public WriteOutcome fail(StoredQuery before, Failure why) {
    return stop(before, StopReason.FAILED, Optional.of(why));
  }

  /**
   * Runs a fenced write of the record store; a refusal because of a later leader ends this term.
   */
  public WriteOutcome fenced(Supplier<WriteOutcome> write) {
    if (!active) {
      return WriteOutcome.DEPOSED;
    }
    WriteOutcome outcome = write.get();
    if (outcome == WriteOutcome.DEPOSED) {
      end();
    }
    return outcome;
  }

  @Override
  public void close() {
    end();
    records.close();
  }
}
