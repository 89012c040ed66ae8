package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs a process without any other cluster in it. */
class ClosedClusterITCase {

  /** One for the process, whoever uses them; the first is a static timer of Flink. */
  private static final Set<String> OF_THE_PROCESS =
      Set.of("FlinkCompletableFutureDelayScheduler", "awaitility", "ForkJoinPool");

  @TempDir Path directory;

  @Test
  void c8_i10_a_closed_cluster_leaves_no_thread() {
    Set<String> before = threads();
    MiniFlink flink =
        MiniFlink.start(
            new MiniFlinkConfig(
                2, 16L << 20, 16L << 20, directory, 1L << 30, 3, Duration.ofMinutes(5)));
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(new Configuration(), null);
    environment.setParallelism(1);
    environment.fromSequence(1, 10).sinkTo(new DiscardingSink<>());
    flink.submit(environment.getStreamGraph()).join();
    assertThat(threads()).hasSizeGreaterThan(before.size());

    flink.close();

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(thread -> thread.getName() + "#" + thread.getId())
        .filter(name -> OF_THE_PROCESS.stream().noneMatch(name::startsWith))
        .collect(Collectors.toSet());
  }
}
