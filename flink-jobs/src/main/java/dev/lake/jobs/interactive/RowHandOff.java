package dev.lake.jobs.interactive;

import dev.lake.lance.types.ArrowRowWriter;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;

/**
 * The sink of a statement that runs as rows.
 *
 * @param id under which the {@link HandOff} is registered
 */
record RowHandOff(String id) implements Sink<RowData> {

  @Override
  public SinkWriter<RowData> createWriter(WriterInitContext context) {
    return new Writer(HandOff.of(id), context);
  }

  private static final class Writer extends HandOffWriter<RowData> {

    private final VectorSchemaRoot batch;
    private final ArrowRowWriter writer;

    Writer(HandOff target, WriterInitContext context) {
      super(target, context);
      batch = VectorSchemaRoot.create(target.schema(), target.allocator());
      writer = new ArrowRowWriter(batch, target.rows());
    }

    @Override
    public void write(RowData row, Context context) throws InterruptedException {
      long before = writer.bytes();
      writer.write(row);
      long size = writer.bytes() - before;
      if (size > target().config().maxRowBytes()) {
        throw BatchShaper.rowTooLarge(size, target().config().maxRowBytes());
      }
      counted(1);
      if (writer.bytes() >= target().config().batchBytes()) {
        flushNow();
      } else {
        flushSoon();
      }
    }

    @Override
    void collect() {
      if (writer.rows() > 0) {
        writer.finish();
        shaper().add(batch);
        writer.reset();
      }
    }

    @Override
    public void close() {
      batch.close();
      super.close();
    }
  }
}
