package dev.lake.jobs.materialize;

import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.ResultFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RestartStrategyOptions.RestartStrategyType;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Builds the Flink job that stages the result of one attempt of a query. */
public final class ExportJob {
  private static final int RESTARTS = 3;
  private static final Duration RESTART_DELAY = Duration.ofSeconds(1);

  private ExportJob() {}

  /**
   * The job's id: one attempt of a query has one id for ever, so that a second submission of it is
   * refused and a job that runs can be told to be wanted.
   */
  public static JobID jobId(QueryId query, int attempt) {
    String name = "lake-export/" + query.value() + "/" + attempt;
    PartDigest digest = PartDigest.of(DigestAlgorithm.SHA_256);
    digest.update(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8)));
    return JobID.fromHexString(digest.finish().hex().substring(0, 2 * JobID.SIZE));
  }

  /**
   * The job: columnar where the plan is a bare scan, rows otherwise. Failures that would come again
   * are not retried.
   *
   * @param plan of which no job was built yet
   * @param jobName carries deployment, query and attempt
   * @throws LakeException UNSUPPORTED_FEATURE for a format that cannot be written, INVALID_ARGUMENT
   *     for more subtasks than the result may have parts
   */
  public static StreamGraph build(
      PlannedQuery plan, ExportRequest request, String jobName, int parallelism) {
    if (request.format() != ResultFormat.ARROW_IPC) {
      throw new LakeException(
          ErrorCode.UNSUPPORTED_FEATURE, "Results can be written as Arrow IPC only");
    }
    new PartBound(request.layout(), parallelism, Long.MAX_VALUE).of(0);
    StreamGraph graph =
        plan.bareScan().isPresent()
            ? plan.batchesJob(
                new BatchExportSink(request, plan.schema(), plan.ordered()), jobName, parallelism)
            : plan.rowsJob(
                new ExportSink(request, plan.schema(), plan.rowType(), plan.ordered()),
                jobName,
                parallelism);
    graph.setJobId(jobId(request.query(), request.attempt()));
    Configuration settings = graph.getJobConfiguration();
    settings.set(
        RestartStrategyOptions.RESTART_STRATEGY, RestartStrategyType.FIXED_DELAY.getMainValue());
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
    settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, RESTART_DELAY);
    return graph;
  }
}
