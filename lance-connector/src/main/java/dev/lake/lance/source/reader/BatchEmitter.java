package dev.lake.lance.source.reader;

import dev.lake.lance.columnar.ArrowBatch;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * How a loaded batch becomes elements. One for each reader; not thread-safe.
 *
 * @param <T> the elements
 */
public interface BatchEmitter<T> {
  /** Takes the next batch; nothing of the one before is looked at any more. */
  void begin(VectorSchemaRoot batch);

  /**
   * Emits a bounded number of rows of the batch.
   *
   * @param from the first row, less than the batch's row count
   * @param output takes the elements
   * @return the row to go on with; the batch's row count when it is done
   */
  int emit(int from, ReaderOutput<T> output);

  /** Rows that look into the batch: each is valid until the next. */
  static BatchEmitter<RowData> rows(RowType rows) {
    return new RowEmitter(rows);
  }

  /** The batch as one element. */
  static BatchEmitter<ArrowBatch> batches() {
    return new HandleEmitter();
  }
}
