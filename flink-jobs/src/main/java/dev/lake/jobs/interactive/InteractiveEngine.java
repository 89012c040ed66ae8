package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.jobs.sql.RowWidth;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Runs planned statements and hands their rows over. Safe for use by many threads.
 *
 * <p>Threads: as many readers as {@link InteractiveConfig#scanThreads}, shared by all direct scans
 * and taken only while a batch is read; two that submit jobs; one that keeps deadlines.
 */
public final class InteractiveEngine implements AutoCloseable {

  private final MiniFlink cluster;
  private final InteractiveConfig config;
  private final ExecutorService readers;
  private final ExecutorService starters =
      Executors.newFixedThreadPool(2, Daemons.named("lake-interactive-start"));
  private final ScheduledExecutorService deadlines =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("lake-interactive-deadline"));
  private final Set<ResultChannel> running = ConcurrentHashMap.newKeySet();

  /** An engine over a cluster that the caller owns. */
  public InteractiveEngine(MiniFlink cluster, InteractiveConfig config) {
    this.cluster = cluster;
    this.config = config;
    readers =
        Executors.newFixedThreadPool(config.scanThreads(), Daemons.named("lake-interactive-scan"));
  }

  /**
   * Starts a statement and returns at once. How many run at the same time is up to the caller: a
   * job beyond the cluster's slots waits there.
   *
   * @param queryAllocator where every batch of the answer lives; its limit is the query's memory.
   *     The caller closes it after {@link ResultCursor#released} and after every batch it took
   */
  public ResultCursor run(PlannedQuery query, BufferAllocator queryAllocator) {
    ResultChannel channel = new ResultChannel(config.maxResultBytes());
    HandOff target = new HandOff(channel, query.schema(), query.rowType(), queryAllocator, config);
    running.add(channel);
    Future<?> deadline =
        deadlines.schedule(
            () -> channel.fail(late()), config.runTime().toMillis(), TimeUnit.MILLISECONDS);
    Background.watch(
        channel
            .released()
            .thenRun(
                () -> {
                  deadline.cancel(false);
                  running.remove(channel);
                }),
        "Releasing a statement");
    start(query, target);
    return channel;
  }

  private void start(PlannedQuery query, HandOff target) {
    if (config.directScan() && query.literalRows().isPresent()) {
      LiteralAnswer.write(query.literalRows().get(), target);
    } else if (config.directScan() && query.bareScan().isPresent()) {
      ScanSpec scan = sized(query.bareScan().get(), query);
      new DirectScan(scan, target.channel(), target.shaper(), target.allocator(), readers).start();
    } else {
      new StatementJob(cluster, target).start(query, starters);
    }
  }

  /** Asks for batches of about the size that is sent, so that few are cut or gathered. */
  private ScanSpec sized(ScanSpec scan, PlannedQuery query) {
    return new ScanSpec(
        scan.location(),
        scan.version(),
        scan.incarnation(),
        scan.columns(),
        scan.filter(),
        scan.limit(),
        RowWidth.batchRows(query.schema(), config.batchBytes()),
        scan.storageProfile());
  }

  private LakeException late() {
    return new LakeException(
        ErrorCode.DEADLINE_EXCEEDED,
        "The statement ran longer than the %d s of an interactive answer; %s",
        config.runTime().toSeconds(),
        ResultChannel.OTHERWISE);
  }

  /** Stops every statement. */
  @Override
  public void close() {
    running.forEach(ResultChannel::close);
    deadlines.shutdownNow();
    starters.shutdown();
    readers.shutdown();
  }
}
