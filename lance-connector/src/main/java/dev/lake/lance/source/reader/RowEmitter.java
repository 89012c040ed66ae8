package dev.lake.lance.source.reader;

import dev.lake.lance.types.ArrowColumns;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.types.logical.RowType;

/** Rows that look into the batch, some for each poll, so that a task can answer its mailbox. */
final class RowEmitter implements BatchEmitter<RowData> {
  private static final int ROWS_PER_POLL = 1024;

  private final RowType rows;
  private ColumnarRowData row = new ColumnarRowData();
  private int count;

  RowEmitter(RowType rows) {
    this.rows = rows;
  }

  @Override
  public void begin(VectorSchemaRoot batch) {
    row = new ColumnarRowData(ArrowColumns.view(batch, rows));
    count = batch.getRowCount();
  }

  @Override
  public int emit(int from, ReaderOutput<RowData> output) {
    int to = Math.min(count, from + ROWS_PER_POLL);
    for (int i = from; i < to; i++) {
      row.setRowId(i);
      output.collect(row);
    }
    return to;
  }
}
