package dev.lake.jobs.materialize;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** A mini-cluster on loopback for tests of jobs. */
final class TestCluster implements AutoCloseable {
  private static final long SECONDS = 120;

  private final MiniCluster cluster;

  private TestCluster(MiniCluster cluster) {
    this.cluster = cluster;
  }

  static TestCluster start(int slots) throws Exception {
    Configuration settings = new Configuration();
    settings.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(JobManagerOptions.BIND_HOST, "127.0.0.1");
    settings.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
    settings.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .build());
    cluster.start();
    return new TestCluster(cluster);
  }

  /** Runs a job to its end, good or bad. */
  JobResult run(StreamGraph graph)
      throws InterruptedException, ExecutionException, TimeoutException {
    cluster.submitJob(graph).get(SECONDS, TimeUnit.SECONDS);
    return cluster.requestJobResult(graph.getJobID()).get(SECONDS, TimeUnit.SECONDS);
  }

  void submit(StreamGraph graph) throws InterruptedException, ExecutionException, TimeoutException {
    cluster.submitJob(graph).get(SECONDS, TimeUnit.SECONDS);
  }

  void cancel(StreamGraph graph) throws InterruptedException, ExecutionException, TimeoutException {
    cluster.cancelJob(graph.getJobID()).get(SECONDS, TimeUnit.SECONDS);
    cluster.requestJobResult(graph.getJobID()).get(SECONDS, TimeUnit.SECONDS);
  }

  /** The counters of a job that was run. */
  static Map<String, Object> counters(JobResult result) throws Exception {
    return result
        .toJobExecutionResult(TestCluster.class.getClassLoader())
        .getAllAccumulatorResults();
  }

  @Override
  public void close() throws Exception {
    cluster.closeAsync().get(Duration.ofSeconds(60).toMillis(), TimeUnit.MILLISECONDS);
  }
}
