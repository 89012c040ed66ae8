package dev.lake.jobs.interactive;

import java.time.Duration;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ResourceManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.RpcServiceSharing;

/** Flink's settings for many short jobs in one process. */
final class ClusterSettings {

  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration NONE = Duration.ZERO;

  private ClusterSettings() {}

  static MiniClusterConfiguration of(MiniFlinkConfig config) {
    Configuration flink = new Configuration();
    latency(flink);
    network(flink);
    memory(flink, config);
    return new MiniClusterConfiguration.Builder()
        .setConfiguration(flink)
        .setNumTaskManagers(1)
        .setNumSlotsPerTaskManager(config.slots())
        .setRpcServiceSharing(RpcServiceSharing.SHARED)
        .withRandomPorts()
        .build();
  }

  /** Flink waits for slots to gather before it asks for them; here all are there from the start. */
  private static void latency(Configuration flink) {
    flink.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default);
    flink.set(ResourceManagerOptions.REQUIREMENTS_CHECK_DELAY, NONE);
    flink.set(ResourceManagerOptions.DECLARE_NEEDED_RESOURCE_DELAY, NONE);
    flink.set(JobManagerOptions.SLOT_REQUEST_MAX_INTERVAL, NONE);
    // Counters travel with the heartbeat.
    flink.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
    flink.set(TaskManagerOptions.TASK_CANCELLATION_TIMEOUT, Duration.ofMinutes(5));
  }

  /** By default the cluster listens on every interface. */
  private static void network(Configuration flink) {
    flink.set(RestOptions.ADDRESS, LOOPBACK);
    flink.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    flink.set(RestOptions.BIND_PORT, "0");
    flink.set(JobManagerOptions.ADDRESS, LOOPBACK);
    flink.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    flink.set(TaskManagerOptions.HOST, LOOPBACK);
    flink.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    // All is in one process: nothing needs the way round over the blob server.
    flink.set(BlobServerOptions.OFFLOAD_MINSIZE, Integer.MAX_VALUE);
  }

  private static void memory(Configuration flink, MiniFlinkConfig config) {
    flink.set(
        TaskManagerOptions.MANAGED_MEMORY_SIZE,
        new MemorySize(config.managedBytesPerSlot() * config.slots()));
    MemorySize network = new MemorySize(config.networkBytes());
    flink.set(TaskManagerOptions.NETWORK_MEMORY_MIN, network);
    flink.set(TaskManagerOptions.NETWORK_MEMORY_MAX, network);
    flink.set(CoreOptions.TMP_DIRS, config.temporaryDirectory().toString());
  }
}
