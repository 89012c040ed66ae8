package dev.lake.lance.dataset;

import java.util.concurrent.CancellationException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The batches of one scan, in the scan's order. One thread at a time calls {@link #next} and uses
 * the root; {@link #cancel} may come from any thread.
 *
 * <p>Closing the native reader while another thread is inside it aborts the process. Therefore the
 * reading thread closes: another thread calls {@link #cancel}, and the reading thread, thrown out
 * of {@link #next}, closes. Should {@link #close} come from another thread while a read is under
 * way, the reading thread closes when that read returns.
 */
public interface BatchReader extends AutoCloseable {
  /**
   * Loads the next batch; the one before is gone with it. A batch is never empty. Blocks for as
   * long as the store takes and ignores interruption meanwhile.
   *
   * @return false at the end
   * @throws DatasetException if the scan fails
   * @throws CancellationException after {@link #cancel} or {@link #close}
   */
  boolean next();

  /** The batch loaded last, valid until {@link #next} or {@link #close}. */
  VectorSchemaRoot root();

  /** The exact schema of every batch, known before the first. */
  Schema schema();

  /** Makes the read under way the last one. Returns at once. Safe from any thread. */
  void cancel();

  /** Gives everything back. Closing twice is harmless. */
  @Override
  void close();
}
