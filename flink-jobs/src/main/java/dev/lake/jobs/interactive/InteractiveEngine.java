package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.PlannedQuery;
import org.apache.arrow.memory.BufferAllocator;

/** Runs planned statements and hands their rows over. Safe for use by many threads. */
public final class InteractiveEngine implements AutoCloseable {

  /** An engine over a cluster that the caller owns. */
  public InteractiveEngine(MiniFlink cluster, InteractiveConfig config) {
    throw new UnsupportedOperationException();
  }

  /**
   * Starts a statement and returns at once.
   *
   * @param queryAllocator where every batch of the answer lives; its limit is the query's memory.
   *     The caller closes it after the cursor and after every batch that it took
   */
  public ResultCursor run(PlannedQuery query, BufferAllocator queryAllocator) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
