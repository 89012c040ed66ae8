package dev.lake.coordinator;

import dev.lake.coordinator.dispatch.Leader;
import dev.lake.coordinator.dispatch.LeaderServices;
import dev.lake.coordinator.election.Candidate;
import dev.lake.coordinator.election.Election;
import dev.lake.coordinator.election.EpochMarkers;
import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.ZooKeeperRecords;
import dev.lake.protocol.Fence;
import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's part in coordination: it stands for election, and while it leads it takes deferred
 * queries through their life. Any number of them may run; one leads. All of its state is in
 * ZooKeeper and the result store: killed at any moment, the next leader goes on. Thread-safe.
 */
public final class Coordinator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  /** Between two steps when nothing is heard; changes and ended work wake it at once. */
  private static final Duration STEP = Duration.ofMillis(100);

  private final CoordinatorConfig config;
  private final CoordinatorServices services;
  private final ScheduledExecutorService loop;
  private final ExecutorService work;
  private final ExecutorService uploads;
  private final Election election;
  private final EpochMarkers markers;
  private final AtomicBoolean woken = new AtomicBoolean();
  private volatile boolean recovering;
  private volatile @Nullable Term term;

  /** Of the loop's thread: not before the election's marker is written. */
  private @Nullable Leader leader;

  private @Nullable Fence unmarked;

  /** Of the loop's thread: the last step failed, and it was said. */
  private boolean stumbling;

  /** Does nothing before {@link #start}. */
  public Coordinator(CoordinatorConfig config, CoordinatorServices services) {
    this.config = config;
    this.services = services;
    this.loop = Threads.loop("lake-coordinator");
    this.work = Threads.refusing("lake-coordinator-work", config.ioThreads());
    this.uploads = Threads.waiting("lake-coordinator-uploads", config.uploadThreads());
    this.markers = new EpochMarkers(services.objects());
    this.election = new Election(services.client(), config.name(), new Listener(), loop);
  }

  /**
   * Begins to stand for election.
   *
   * @throws LakeException UNAVAILABLE when ZooKeeper cannot be reached
   */
  public void start() {
    election.start();
    ScheduledFuture<?> unused =
        loop.scheduleWithFixedDelay(this::step, 0, STEP.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whether this process leads, as far as it knows. */
  public boolean leading() {
    Term present = term;
    return present != null && present.active();
  }

  /**
   * Whether this process leads but does nothing, because ZooKeeper has forgotten elections that the
   * result store remembers: it was restored from the past, and an operator must decide.
   */
  public boolean recovering() {
    return recovering && leading();
  }

  private void wake() {
    if (woken.compareAndSet(false, true)) {
      execute(
          () -> {
            woken.set(false);
            step();
          });
    }
  }

  private void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // Closed: whoever leads next goes on from the records.
      LOG.debug("The coordinator is closed", e);
    }
  }

  private void step() {
    Term present = term;
    if (present == null) {
      return;
    }
    try {
      if (!present.active()) {
        leave();
        election.standAgain();
        return;
      }
      if (unmarked != null) {
        mark(present, unmarked);
      }
      if (leader != null) {
        leader.step();
      }
      stumbling = false;
    } catch (LakeException e) {
      if (!stumbling) {
        LOG.warn("A step of the leader failed, trying again: {}", e.toString());
      }
      stumbling = true;
    } catch (Throwable e) {
      // The root of the loop: an exception that left it would end all steps silently.
      LOG.error("A step of the leader failed, trying again", e);
    }
  }

  private void mark(Term present, Fence fence) {
    recovering = !markers.mark(fence);
    unmarked = null;
    if (recovering) {
      LOG.error(
          "ZooKeeper was restored from the past: the result store remembers election {} or a later one."
              + " No query is dispatched, swept or expired until an operator has decided",
          fence.epoch());
      return;
    }
    LOG.info("{} leads in epoch {}", config.name(), fence.epoch());
    leader =
        new Leader(
            present,
            new LeaderServices(
                services.specs(),
                services.objects(),
                services.cluster(),
                services.grants(),
                services.clock(),
                work,
                uploads,
                this::wake),
            config.leader());
  }

  private void leave() {
    Optional.ofNullable(term).ifPresent(Term::close);
    term = null;
    leader = null;
    unmarked = null;
    recovering = false;
  }

  private final class Listener implements Candidate {
    @Override
    public void elected(Fence fence) {
      leave();
      unmarked = fence;
      term =
          new Term(fence, new ZooKeeperRecords(services.client(), fence, Coordinator.this::wake));
      wake();
    }

    @Override
    public void suspended() {
      Optional.ofNullable(term).ifPresent(Term::end);
    }

    @Override
    public void deposed() {
      if (term != null) {
        LOG.info("{} leads no longer", config.name());
      }
      leave();
    }
  }

  /** Gives the lead back and waits a while for work in hand, which later leaders would repeat. */
  @Override
  public void close() {
    suspend();
    election.close();
    execute(this::leave);
    loop.shutdown();
    work.shutdownNow();
    Threads.await(config.stopTimeout(), loop, work);
    uploads.shutdownNow();
    Threads.await(config.stopTimeout(), uploads);
  }

  private void suspend() {
    Optional.ofNullable(term).ifPresent(Term::end);
  }
}
