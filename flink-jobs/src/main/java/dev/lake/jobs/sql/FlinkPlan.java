package dev.lake.jobs.sql;

import dev.lake.lance.columnar.ArrowBatch;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.LanceSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/** A plan that holds Flink's own, ready to become a job. */
final class FlinkPlan implements PlannedQuery {

  private final PlanningThreads threads;
  private final PlanningSession session;
  private final PlanningSession.Planned planned;
  private final Parts parts;
  private final AtomicBoolean used = new AtomicBoolean();

  /**
   * What was read off the plan while it was made.
   *
   * @param schema the exact schema
   * @param bareScan the scan that is all of the plan
   * @param literalRows the answer that needs no plan
   * @param explain the plan as text
   */
  record Parts(
      Schema schema,
      Optional<ScanSpec> bareScan,
      Optional<LiteralRows> literalRows,
      String explain) {}

  FlinkPlan(
      PlanningThreads threads,
      PlanningSession session,
      PlanningSession.Planned planned,
      Parts parts) {
    this.threads = threads;
    this.session = session;
    this.planned = planned;
    this.parts = parts;
  }

  @Override
  public Schema schema() {
    return parts.schema();
  }

  @Override
  public RowType rowType() {
    return planned.rows();
  }

  @Override
  public boolean ordered() {
    return planned.ordered();
  }

  @Override
  public Optional<ScanSpec> bareScan() {
    return parts.bareScan();
  }

  @Override
  public Optional<LiteralRows> literalRows() {
    return parts.literalRows();
  }

  @Override
  public String explain() {
    return parts.explain();
  }

  @Override
  public StreamGraph rowsJob(Sink<RowData> sink, String jobName, int parallelism) {
    once();
    return threads.call(() -> session.job(planned, sink, jobName, parallelism));
  }

  @Override
  public StreamGraph batchesJob(Sink<ArrowBatch> sink, String jobName, int parallelism) {
    ScanSpec scan =
        parts.bareScan().orElseThrow(() -> new IllegalStateException("The plan is no bare scan"));
    once();
    StreamExecutionEnvironment environment = session.environment();
    environment.setParallelism(parallelism);
    environment
        .fromSource(LanceSource.batches(scan), WatermarkStrategy.noWatermarks(), "scan")
        .sinkTo(sink)
        .name("result");
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobName(jobName);
    return graph;
  }

  private void once() {
    if (!used.compareAndSet(false, true)) {
      throw new IllegalStateException("A plan becomes a job once");
    }
  }
}
