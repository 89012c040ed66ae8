package dev.lake.jobs.interactive;

import java.util.concurrent.CompletableFuture;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The rows of one running statement, batch by batch, to one consumer that never waits.
 *
 * <p>At most two batches are held for a consumer that does not poll; the statement pauses meanwhile
 * (a direct scan then holds no thread, a Flink job its own task thread). {@link #poll} is for one
 * thread at a time; {@link #cancel} and {@link #close} may be called by any, at any time and again.
 */
public interface ResultCursor extends AutoCloseable {

  /** What there is to take now. */
  sealed interface Step permits Batch, Pending, End {}

  /**
   * Rows, now owned by the receiver, who closes them.
   *
   * @param rows a root of the plan's exact schema, out of the query's allocator
   */
  record Batch(VectorSchemaRoot rows) implements Step {}

  /** Nothing yet: the callback of {@link #onReady} will run when there is. */
  record Pending() implements Step {}

  /** All rows were given, and their count agrees with what was written. */
  record End() implements Step {}

  /**
   * Sets what to run when a {@link Pending} answer is out of date. It runs on a thread of the
   * engine and must return at once; it may run too often, never too seldom, and once immediately if
   * there is something already.
   */
  void onReady(Runnable callback);

  /**
   * Takes the next batch if there is one.
   *
   * @throws dev.lake.protocol.LakeException why the statement failed; RESULT_TOO_LARGE,
   *     DEADLINE_EXCEEDED and QUERY_CANCELLED among others. Final: every later call throws it again
   */
  Step poll();

  /** Stops the statement; a later {@link #poll} throws QUERY_CANCELLED. Returns at once. */
  void cancel();

  /**
   * Completes when the statement has stopped and all memory that was not given away is back; then
   * the query's allocator can be closed. Never fails.
   */
  CompletableFuture<Void> released();

  /**
   * Stops the statement if it still runs and waits, at most two seconds, for {@link #released}.
   * Whoever must not wait calls {@link #cancel} and goes on when {@link #released} completes.
   */
  @Override
  void close();
}
