package dev.lake.jobs.interactive;

import dev.lake.lance.columnar.ArrowBatch;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * The sink of a scan that runs as a job: batches pass through as they are.
 *
 * @param id under which the {@link HandOff} is registered
 */
record BatchHandOff(String id) implements Sink<ArrowBatch> {

  @Override
  public SinkWriter<ArrowBatch> createWriter(WriterInitContext context) {
    return new Writer(HandOff.of(id), context);
  }

  private static final class Writer extends HandOffWriter<ArrowBatch> {

    Writer(HandOff target, WriterInitContext context) {
      super(target, context);
    }

    @Override
    public void write(ArrowBatch batch, Context context) throws InterruptedException {
      counted(batch.rows());
      shaper().add(batch.root());
      giveAway();
      flushSoon();
    }

    @Override
    void collect() {}
  }
}
