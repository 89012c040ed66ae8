package dev.lake.jobs.materialize;

import dev.lake.protocol.PartReceipt;
import dev.lake.protocol.SchemaBytes;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What both sinks have in common: every subtask stages parts and sends one receipt at its end; one
 * committer, which gets all receipts at once, writes the commit record. Only for bounded jobs.
 *
 * @param <T> what the job gives to the sink
 */
abstract class StagingSink<T>
    implements Sink<T>,
        SupportsCommitter<PartReceipt>,
        SupportsPreCommitTopology<PartReceipt, PartReceipt>,
        SupportsPreWriteTopology<T> {
  private static final long serialVersionUID = 1L;

  private final ExportRequest request;
  private final byte[] schema;
  private final boolean ordered;

  StagingSink(ExportRequest request, Schema schema, boolean ordered) {
    this.request = request;
    this.schema = IpcSchema.write(schema).toBytes();
    this.ordered = ordered;
  }

  /** Makes the writer of one subtask around what stages its parts. */
  abstract SinkWriter<T> writer(StagingWriter.Stage stage, Schema schema);

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) {
    TaskInfo task = context.getTaskInfo();
    JobID job = context.getJobInfo().getJobId();
    SchemaBytes bytes = SchemaBytes.of(schema);
    PartWriter parts =
        new PartWriter(
            StagingArea.open(request),
            bytes,
            task.getIndexOfThisSubtask(),
            task.getNumberOfParallelSubtasks());
    ExportProgress progress = ExportProgress.opened(job, task);
    StagingWriter.Stage stage = new StagingWriter.Stage(request, parts, task, progress);
    return writer(stage, IpcSchema.read(bytes));
  }

  @Override
  public Committer<PartReceipt> createCommitter(CommitterInitContext context) {
    return new GlobalCommitter(StagingArea.open(request), SchemaBytes.of(schema), ordered);
  }

  @Override
  public DataStream<T> addPreWriteTopology(DataStream<T> rows) {
    return rows.map(new ProgressCounter<T>())
        .name("progress")
        .returns(Objects.requireNonNull(rows.getType()))
        .setParallelism(rows.getParallelism());
  }

  @Override
  public DataStream<CommittableMessage<PartReceipt>> addPreCommitTopology(
      DataStream<CommittableMessage<PartReceipt>> receipts) {
    return receipts.global();
  }

  @Override
  public SimpleVersionedSerializer<PartReceipt> getCommittableSerializer() {
    return ReceiptSerializer.INSTANCE;
  }

  @Override
  public SimpleVersionedSerializer<PartReceipt> getWriteResultSerializer() {
    return ReceiptSerializer.INSTANCE;
  }
}
