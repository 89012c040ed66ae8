package dev.lake.lance.source.reader;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

final class RowEmitter implements BatchEmitter<RowData> {
  private final RowType rows;

  RowEmitter(RowType rows) {
    this.rows = rows;
  }

  @Override
  public int emit(VectorSchemaRoot batch, int from, ReaderOutput<RowData> output) {
    throw new UnsupportedOperationException(rows + " " + from);
  }
}
