package dev.lake.harness;

import java.io.IOException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/** The rows of a generated table as Arrow batches, for a writer that pulls. */
final class GeneratedRows extends ArrowReader {
  private static final int BATCH = 16_384;

  private final GeneratedTable table;
  private final long rows;
  private long next;

  GeneratedRows(BufferAllocator allocator, GeneratedTable table, long rows) {
    super(allocator);
    this.table = table;
    this.rows = rows;
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot batch = getVectorSchemaRoot();
    if (next >= rows) {
      return false;
    }
    int count = (int) Math.min(BATCH, rows - next);
    batch.allocateNew();
    for (int position = 0; position < count; position++) {
      table.fill(batch, position, next + position);
    }
    batch.setRowCount(count);
    next += count;
    return true;
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    // The rows come from a formula.
  }

  @Override
  protected Schema readSchema() {
    return table.schema();
  }
}
