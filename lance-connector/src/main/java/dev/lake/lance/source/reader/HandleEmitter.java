package dev.lake.lance.source.reader;

import dev.lake.lance.columnar.ArrowBatch;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.jspecify.annotations.Nullable;

/** A batch as one element; after a restart, the rest of a batch. */
final class HandleEmitter implements BatchEmitter<ArrowBatch> {
  private @Nullable VectorSchemaRoot batch;

  @Override
  public void begin(VectorSchemaRoot next) {
    batch = next;
  }

  @Override
  public int emit(int from, ReaderOutput<ArrowBatch> output) {
    if (batch == null) {
      throw new IllegalStateException("No batch was begun.");
    }
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
