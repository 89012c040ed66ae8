package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded cluster as the deferred tier needs it. */
class MiniFlinkITCase {

  private static final int REMEMBERED = 3;

  @TempDir static Path directory;
  private static MiniFlink flink;

  @BeforeAll
  static void start() {
    flink = MiniFlink.start(config());
  }

  @AfterAll
  static void stop() {
    flink.close();
  }

  private static MiniFlinkConfig config() {
    return new MiniFlinkConfig(
        2, 16L << 20, 16L << 20, directory, 1L << 30, REMEMBERED, Duration.ofMinutes(5));
  }

  /** Counts to n and keeps count; fails at a number, if it comes to it. */
  private static final class Count extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;
    private final LongCounter counter = new LongCounter();
    private final long failAt;

    Count(long failAt) {
      this.failAt = failAt;
    }

    @Override
    public void open(OpenContext context) {
      getRuntimeContext().addAccumulator("lake-rows", counter);
    }

    @Override
    public Long map(Long value) {
      if (value == failAt) {
        throw new LakeException(ErrorCode.STORE_FULL, "The store is full");
      }
      counter.add(1);
      return value;
    }
  }

  private static StreamGraph job(String name, long to, long failAt) {
    StreamExecutionEnvironment environment =
        new StreamExecutionEnvironment(new Configuration(), null);
    environment.setParallelism(1);
    environment.fromSequence(1, to).map(new Count(failAt)).sinkTo(new DiscardingSink<>());
    StreamGraph graph = environment.getStreamGraph();
    graph.setJobName(name);
    graph.setJobId(JobID.generate());
    return graph;
  }

  private static JobID submitted(String name, long to, long failAt) {
    return flink.submit(job(name, to, failAt)).join();
  }

  private static void awaitStatus(JobID job, JobStatus wanted) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> flink.status(job).join().equals(Optional.of(wanted)));
  }

  @Test
  void a_job_is_known_by_id_name_and_status_to_its_end() {
    JobID job = submitted("lake-export/one", 1_000, -1);

    awaitStatus(job, JobStatus.FINISHED);

    assertThat(flink.jobs().join())
        .anyMatch(
            known ->
                known.id().equals(job)
                    && known.name().equals("lake-export/one")
                    && known.status() == JobStatus.FINISHED);
    assertThat(flink.counters(job).join()).containsEntry("lake-rows", 1_000L);
    assertThat(flink.failure(job).join()).isEmpty();
  }

  @Test
  void counters_move_while_it_runs_and_a_cancel_stops_it() {
    JobID job = submitted("lake-export/long", Long.MAX_VALUE, -1);

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> flink.counters(job).join().getOrDefault("lake-rows", 0L) > 0);
    flink.cancel(job).join();

    awaitStatus(job, JobStatus.CANCELED);
    assertThat(flink.cancel(job)).succeedsWithin(Duration.ofSeconds(5));
  }

  @Test
  void a_failure_carries_its_reason() {
    JobID job = submitted("lake-export/failing", 1_000, 500);

    awaitStatus(job, JobStatus.FAILED);

    assertThat(flink.failure(job).join())
        .hasValueSatisfying(
            reason -> {
              assertThat(reason.code()).isEqualTo(ErrorCode.STORE_FULL);
              assertThat(reason).hasMessage("The store is full");
            });
  }

  @Test
  void an_id_is_taken_once() {
    StreamGraph graph = job("lake-export/twice", Long.MAX_VALUE, -1);
    StreamGraph again = job("lake-export/twice", Long.MAX_VALUE, -1);
    JobID id = flink.submit(graph).join();
    again.setJobId(id);
    try {
      assertThat(flink.submit(again))
          .failsWithin(Duration.ofSeconds(10))
          .withThrowableThat()
          .havingRootCause()
          .satisfies(cause -> assertThat(cause.getClass().getSimpleName()).startsWith("Duplicate"));
    } finally {
      flink.cancel(id).join();
    }
    awaitStatus(id, JobStatus.CANCELED);
  }

  @Test
  void an_unknown_job_is_no_error() {
    JobID unknown = JobID.generate();

    assertThat(flink.status(unknown).join()).isEmpty();
    assertThat(flink.failure(unknown).join()).isEmpty();
    assertThat(flink.counters(unknown).join()).isEmpty();
    assertThat(flink.cancel(unknown)).succeedsWithin(Duration.ofSeconds(5));
  }

  @Test
  void i7_ended_jobs_are_forgotten() {
    for (int i = 0; i < 3 * REMEMBERED; i++) {
      awaitStatus(submitted("lake-export/" + i, 1, -1), JobStatus.FINISHED);
    }

    List<MiniFlink.Job> ended =
        flink.jobs().join().stream().filter(job -> job.status().isGloballyTerminalState()).toList();
    assertThat(ended).hasSizeLessThanOrEqualTo(REMEMBERED + 1);
  }
}
