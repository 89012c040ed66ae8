package dev.lake.coordinator.election;

import dev.lake.coordinator.store.Layout;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Fence;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for election until closed. Holding the latch only makes a candidate; the leader is who
 * raised the epoch while its latch node was there. Two processes may believe to lead at the same
 * time, but only one of them can write.
 */
public final class Election implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Election.class);

  private final CuratorFramework client;
  private final String name;
  private final Candidate candidate;
  private final Executor executor;
  private LeaderLatch latch;
  private boolean closed;

  /**
   * @param client started; stays the caller's
   * @param name of this process, for an operator
   * @param executor runs one task at a time
   */
  public Election(CuratorFramework client, String name, Candidate candidate, Executor executor) {
    this.client = client;
    this.name = name;
    this.candidate = candidate;
    this.executor = executor;
    this.latch = newLatch();
  }

  /** Begins to stand. */
  public synchronized void start() {
    Layout.prepare(client);
    startLatch();
  }

  /** Gives the lead back, if held, and stands again: for a leader that was refused a write. */
  public synchronized void standAgain() {
    if (closed) {
      return;
    }
    closeLatch();
    latch = newLatch();
    startLatch();
  }

  @Override
  public synchronized void close() {
    closed = true;
    closeLatch();
  }

  private LeaderLatch newLatch() {
    LeaderLatch fresh = new LeaderLatch(client, Layout.LEADER, name);
    fresh.addListener(
        new LeaderLatchListener() {
          @Override
          public void isLeader() {
            executor.execute(() -> won(fresh));
          }

          @Override
          public void notLeader() {
            candidate.suspended();
            executor.execute(candidate::deposed);
          }
        });
    return fresh;
  }

  private void startLatch() {
    try {
      latch.start();
    } catch (Exception e) {
      throw new LakeException(
          ErrorCode.UNAVAILABLE, e, "Cannot stand for election: ZooKeeper did not answer");
    }
  }

  private void closeLatch() {
    try {
      latch.close(LeaderLatch.CloseMode.SILENT);
    } catch (IOException | IllegalStateException e) {
      // The latch node is ephemeral: what could not be removed now goes with the session.
      LOG.debug("Could not give the latch back", e);
    }
  }

  private void won(LeaderLatch held) {
    if (!held.hasLeadership()) {
      return;
    }
    try {
      Optional<Fence> fence = Epoch.raise(client, held.getOurPath());
      if (fence.isPresent() && held.hasLeadership()) {
        candidate.elected(fence.get());
        return;
      }
      LOG.info("The latch was lost before the epoch was raised; standing again");
    } catch (Exception e) {
      LOG.warn("Cannot raise the epoch; standing again", e);
    }
    standAgain();
  }
}
