package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * Writes rows into Arrow vectors, exactly: what was widened on the way into SQL becomes the field's
 * own type again, and a value that does not fit is an error, never another value.
 *
 * <p>Use: {@code write} rows until {@link #bytes()} is large enough, {@link #finish()}, hand the
 * batch on, {@link #reset()}. After an exception the batch holds garbage: reset it or drop it. The
 * caller owns the target and closes it. Not thread-safe.
 */
public final class ArrowRowWriter {
  private final VectorSchemaRoot target;
  private final Tally tally = new Tally();
  private final ColumnWriter[] columns;
  private final long rowBits;

  private int rows;
  private boolean finished;

  /**
   * A writer that fills {@code target}, whose field i takes column i of the rows; names are not
   * compared.
   *
   * @throws UnsupportedArrowTypeException if a column's SQL type cannot be written into its field
   * @throws IllegalArgumentException if there are more columns than fields, or fewer
   */
  public ArrowRowWriter(VectorSchemaRoot target, RowType rows) {
    List<FieldVector> vectors = target.getFieldVectors();
    if (vectors.size() != rows.getFieldCount()) {
      throw new IllegalArgumentException(
          "Rows of %d columns cannot be written into a batch of %d"
              .formatted(rows.getFieldCount(), vectors.size()));
    }
    this.target = target;
    this.columns = new ColumnWriter[vectors.size()];
    ColumnWriters writers = new ColumnWriters(tally);
    long bits = 0;
    for (int i = 0; i < columns.length; i++) {
      FieldVector vector = vectors.get(i);
      columns[i] = writers.of(vector.getName(), vector, rows.getTypeAt(i));
      bits += columns[i].slotBits();
    }
    this.rowBits = bits;
  }

  /**
   * Appends a row. Keeps nothing of it.
   *
   * @throws UnrepresentableValueException if a value does not fit its field
   */
  public void write(RowData row) {
    if (finished) {
      throw new IllegalStateException("The batch is finished: reset before the next row");
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(row, i);
    }
    rows++;
  }

  /** Rows written since the last reset. */
  public int rows() {
    return rows;
  }

  /** About how many bytes these rows take in Arrow buffers. Cheap enough to ask after each row. */
  public long bytes() {
    return (rows * rowBits + tally.bits()) >> 3;
  }

  /** Sets row counts: from here the target is a valid batch. No row is written until reset. */
  public void finish() {
    for (ColumnWriter column : columns) {
      column.finish();
    }
    target.setRowCount(rows);
    finished = true;
  }

  /**
   * Starts the next batch, in the same memory where nobody else holds on to it: a batch that was
   * transferred away, or whose buffers were retained, is never written again.
   */
  public void reset() {
    for (ColumnWriter column : columns) {
      column.reset();
    }
    tally.clear();
    rows = 0;
    finished = false;
  }
}
