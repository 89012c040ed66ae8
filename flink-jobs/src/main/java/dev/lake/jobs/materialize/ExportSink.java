package dev.lake.jobs.materialize;

import dev.lake.lance.types.ArrowRowWriter;
import dev.lake.lance.types.UnrepresentableValueException;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** Stages rows: they become Arrow batches of about 1 MiB with exactly the result's types. */
final class ExportSink extends StagingSink<RowData> {
  private static final long serialVersionUID = 1L;

  private final RowType rowType;

  ExportSink(ExportRequest request, Schema schema, RowType rowType, boolean ordered) {
    super(request, schema, ordered);
    this.rowType = rowType;
  }

  @Override
  SinkWriter<RowData> writer(StagingWriter.Stage stage, Schema schema) {
    return new Writer(stage, schema, rowType);
  }

  private static final class Writer extends StagingWriter<RowData> {
    private static final long MAX_MEMORY = 256L << 20;
    private static final int MAX_ROWS = 65_536;

    private final BufferAllocator allocator;
    private final VectorSchemaRoot batch;
    private final ArrowRowWriter rows;

    Writer(Stage stage, Schema schema, RowType rowType) {
      super(stage);
      this.allocator = new RootAllocator(MAX_MEMORY);
      this.batch = VectorSchemaRoot.create(schema, allocator);
      this.rows = new ArrowRowWriter(batch, rowType);
    }

    @Override
    public void write(RowData row, Context context) {
      try {
        rows.write(row);
      } catch (UnrepresentableValueException e) {
        throw JobFailures.of(new LakeException(ErrorCode.QUERY_FAILED, e, "%s", e.getMessage()));
      }
      if (rows.bytes() >= PartWriter.CUT_TO || rows.rows() == MAX_ROWS) {
        guarded(this::drain);
      }
    }

    @Override
    void drain() {
      if (rows.rows() > 0) {
        rows.finish();
        parts().write(batch);
        rows.reset();
      }
    }

    @Override
    void release() {
      batch.close();
      allocator.close();
    }
  }
}
