package dev.lake.lance.types;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes rows into Arrow vectors, exactly: what was widened on the way into SQL becomes the field's
 * own type again, and a value that does not fit is an error, never another value.
 *
 * <p>Use: {@code write} rows until {@link #bytes()} is large enough, {@link #finish()}, hand the
 * batch on, {@link #reset()}. After an exception the batch holds garbage: reset or drop it. The
 * caller owns the target and closes it. Not thread-safe.
 */
public final class ArrowRowWriter {
  /**
   * A writer that fills {@code target}, whose field i takes column i of the rows.
   *
   * @throws UnsupportedArrowTypeException if a column's SQL type cannot be written into its field
   */
  public ArrowRowWriter(VectorSchemaRoot target, RowType rows) {
    throw new UnsupportedOperationException();
  }

  /**
   * Appends a row. Keeps nothing of it.
   *
   * @throws UnrepresentableValueException if a value does not fit its field
   */
  public void write(RowData row) {
    throw new UnsupportedOperationException();
  }

  /** Rows written since the last reset. */
  public int rows() {
    throw new UnsupportedOperationException();
  }

  /** About how many bytes these rows take in Arrow buffers. Cheap enough to ask after every row. */
  public long bytes() {
    throw new UnsupportedOperationException();
  }

  /** Sets row counts: from here the target is a valid batch. No row is written until reset. */
  public void finish() {
    throw new UnsupportedOperationException();
  }

  /** Starts the next batch, in the same memory where nobody else holds on to it. */
  public void reset() {
    throw new UnsupportedOperationException();
  }
}
