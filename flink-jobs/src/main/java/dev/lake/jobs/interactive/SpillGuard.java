package dev.lake.jobs.interactive;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flink spills without a bound. This looks once a second how much it has spilled and, past the
 * bound, stops the youngest job: the one that has lost least.
 */
final class SpillGuard implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SpillGuard.class);
  private static final int REMEMBERED = 256;
  private static final int DEEPEST = 8;

  private final MiniFlink flink;
  private final MiniFlinkConfig config;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("lake-spill-guard"));
  private final Map<JobID, LakeException> stopped =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JobID, LakeException> eldest) {
          return size() > REMEMBERED;
        }
      };

  SpillGuard(MiniFlink flink, MiniFlinkConfig config) {
    this.flink = flink;
    this.config = config;
  }

  void start() {
    var unused = timer.scheduleWithFixedDelay(this::check, 1, 1, TimeUnit.SECONDS);
  }

  /** Why a job was stopped here, if it was. */
  synchronized Optional<LakeException> reason(JobID job) {
    return Optional.ofNullable(stopped.get(job));
  }

  private void check() {
    try {
      if (size(config.temporaryDirectory()) > config.spillBytes()) {
        Background.watch(flink.jobs().thenAccept(this::stopYoungest), "Bounding the spill");
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Cannot look at the spilled files", e);
    }
  }

  private void stopYoungest(List<MiniFlink.Job> jobs) {
    jobs.stream()
        .filter(job -> job.status() == JobStatus.RUNNING && reason(job.id()).isEmpty())
        .max(Comparator.comparingLong(MiniFlink.Job::started))
        .ifPresent(this::stop);
  }

  private void stop(MiniFlink.Job job) {
    synchronized (this) {
      stopped.put(
          job.id(),
          new LakeException(
              ErrorCode.QUERY_FAILED,
              "The statement needed more disk for intermediate results than the %d MiB allowed",
              config.spillBytes() >> 20));
    }
    LOG.warn("Stopping job {}: the bound of spilled bytes is reached", job.id());
    Background.watch(flink.cancel(job.id()), "Stopping a job");
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory, DEEPEST)) {
      return files.mapToLong(SpillGuard::length).sum();
    }
  }

  /** A file may go while we look; then it takes no room. */
  private static long length(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
