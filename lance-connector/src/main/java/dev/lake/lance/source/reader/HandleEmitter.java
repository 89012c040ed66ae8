package dev.lake.lance.source.reader;

import dev.lake.lance.columnar.ArrowBatch;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.connector.source.ReaderOutput;

/** A batch as one element. */
final class HandleEmitter implements BatchEmitter<ArrowBatch> {
  @Override
  public int emit(VectorSchemaRoot batch, int from, ReaderOutput<ArrowBatch> output) {
    int rows = batch.getRowCount();
    if (from == 0) {
      output.collect(new ArrowBatch(batch));
      return rows;
    }
    try (VectorSchemaRoot rest = batch.slice(from, rows - from)) {
      output.collect(new ArrowBatch(rest));
    }
    return rows;
  }
}
