package dev.lake.jobs.materialize;

import dev.lake.lance.columnar.ArrowBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.connector.sink2.SinkWriter;

/** Stages Arrow batches as they come from the scan: their buffers are written, not rebuilt. */
final class BatchExportSink extends StagingSink<ArrowBatch> {
  private static final long serialVersionUID = 1L;

  BatchExportSink(ExportRequest request, Schema schema, boolean ordered) {
    super(request, schema, ordered);
  }

  @Override
  SinkWriter<ArrowBatch> writer(StagingWriter.Stage stage, Schema schema) {
    return new Writer(stage, schema);
  }

  private static final class Writer extends StagingWriter<ArrowBatch> {
    private final BatchShape shape;

    Writer(Stage stage, Schema schema) {
      super(stage);
      this.shape = new BatchShape(schema);
    }

    @Override
    public void write(ArrowBatch batch, Context context) {
      guarded(
          () -> {
            shape.check(batch.root().getSchema());
            parts().write(batch.root());
          });
    }

    @Override
    void drain() {
      // Every batch was written when it came.
    }

    @Override
    void release() {
      // The source owns the batches.
    }
  }
}
