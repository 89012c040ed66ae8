package dev.lake.coordinator.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.RecordStore;
import dev.lake.coordinator.store.StopOutcome;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaderTest {
  @TempDir Path directory;
  private World world;

  @BeforeEach
  void create() {
    world = new World(KeyRing.create(directory.resolve("keys.json")));
  }

  private void expectFailed(QueryId id, ErrorCode code) {
    QueryRecord record = world.record(id);
    assertThat(record.state()).isEqualTo(QueryState.FAILED);
    assertThat(record.failure().map(Failure::code)).contains(code);
    assertThat(world.keys("acme", id)).isEmpty();
    assertThat(world.uploads()).isZero();
    assertThat(world.records.marked(id)).isFalse();
  }

  @Test
  @DisplayName("I3, I8: a result is one manifest whose totals are the commit record's")
  void i3_aQueryRunsAndIsPublished() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    assertThat(world.record(id).state()).isEqualTo(QueryState.RUNNING);
    assertThat(world.manifest("acme", id)).isEmpty();

    world.cluster.finish(id, 1);
    World.settle(leader);
    QueryRecord record = world.record(id);
    assertThat(record.state()).isEqualTo(QueryState.SUCCEEDED);
    assertThat(record.attempt()).isEqualTo(1);
    assertThat(record.totals().orElseThrow().rows()).isEqualTo(30);
    assertThat(world.manifest("acme", id).orElseThrow().totals())
        .isEqualTo(record.totals().orElseThrow());
    assertThat(world.manifest("acme", id).orElseThrow().expires())
        .isEqualTo(record.expires().orElseThrow());
    assertThat(world.keys("acme", id))
        .filteredOn(key -> key.startsWith("part-"))
        .hasSize(FakeCluster.PARTS);
    assertThat(world.uploads()).isZero();
  }

  @Test
  void progressIsCopiedIntoTheRecord() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    Progress progress = new Progress(500, 4000, 0.25);
    world.cluster.progress(id, 1, progress);
    World.settle(leader);
    assertThat(world.record(id).progress()).isEqualTo(progress);
  }

  @Test
  void anErrorOfTheUserFailsAtOnceWithItsReason() {
    QueryId id = world.submit("acme");
    world.cluster.refuse(new LakeException(ErrorCode.VERSION_GONE, "Version 7 is gone"));
    World.settle(world.elect());
    expectFailed(id, ErrorCode.VERSION_GONE);
    assertThat(world.record(id).attempt()).isEqualTo(1);
  }

  @Test
  void aJobThatFailsWithAnErrorOfTheUserGetsNoOtherAttempt() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.stage(id, 1, 0);
    world.cluster.fail(id, 1, new LakeException(ErrorCode.RESULT_TOO_LARGE, "Too large"));
    World.settle(leader);
    expectFailed(id, ErrorCode.RESULT_TOO_LARGE);
    assertThat(world.record(id).attempt()).isEqualTo(1);
  }

  @Test
  void aLostJobGetsAnotherAttemptAndThenFails() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.stage(id, 1, 0);
    world.cluster.lose(id, 1);
    World.settle(leader);
    assertThat(world.record(id).attempt()).isEqualTo(2);
    assertThat(world.cluster.active(id, 2)).isTrue();
    world.cluster.fail(id, 2, new LakeException(ErrorCode.UNAVAILABLE, "A task manager died"));
    World.settle(leader);
    expectFailed(id, ErrorCode.UNAVAILABLE);
    assertThat(world.cluster.submissions()).isEqualTo(2);
  }

  @Test
  @DisplayName("D2: what a dead attempt staged is not part of the result")
  void partsOfADeadAttemptAreNotListed() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.stage(id, 1, 0);
    world.cluster.lose(id, 1);
    World.settle(leader);
    world.cluster.finish(id, 2);
    World.settle(leader);
    assertThat(world.record(id).state()).isEqualTo(QueryState.SUCCEEDED);
    assertThat(world.manifest("acme", id).orElseThrow().parts()).hasSize(FakeCluster.PARTS);
    assertThat(world.keys("acme", id))
        .filteredOn(key -> key.startsWith("part-"))
        .hasSize(FakeCluster.PARTS);
    assertThat(world.uploads()).isZero();
  }

  @Test
  void aLostJobThatHadCommittedIsPublished() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.finish(id, 1);
    world.cluster.lose(id, 1);
    World.settle(leader);
    assertThat(world.record(id).state()).isEqualTo(QueryState.SUCCEEDED);
    assertThat(world.record(id).attempt()).isEqualTo(1);
  }

  @Test
  @DisplayName("F4: a job that is not the present attempt of a live query is cancelled")
  void strayJobsAreCancelled() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    QueryId nobody = QueryId.random();
    world.cluster.stray(nobody, 1);
    world.cluster.stray(id, 7);
    World.settle(leader);
    assertThat(world.cluster.active(nobody, 1)).isFalse();
    assertThat(world.cluster.active(id, 7)).isFalse();
    assertThat(world.cluster.active(id, 1)).isTrue();
  }

  @Test
  void aClusterThatDoesNotAnswerLosesNoJob() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.down(Optional.of(new LakeException(ErrorCode.UNAVAILABLE, "503")));
    World.settle(leader);
    assertThat(world.record(id).attempt()).isEqualTo(1);
    world.cluster.down(Optional.empty());
    world.cluster.finish(id, 1);
    World.settle(leader);
    assertThat(world.record(id).state()).isEqualTo(QueryState.SUCCEEDED);
  }

  @Test
  void aClusterThatIsDownAtDispatchCostsNoAttempt() {
    world.cluster.down(Optional.of(new LakeException(ErrorCode.UNAVAILABLE, "503")));
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.down(Optional.empty());
    World.settle(leader);
    assertThat(world.record(id).attempt()).isEqualTo(1);
    assertThat(world.cluster.active(id, 1)).isTrue();
  }

  @Test
  void noSlotsCostNoAttempt() {
    world.cluster.full(true);
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    assertThat(world.cluster.submissions()).isZero();
    world.cluster.full(false);
    World.settle(leader);
    assertThat(world.record(id).attempt()).isEqualTo(1);
    assertThat(world.cluster.active(id, 1)).isTrue();
  }

  @Test
  void aGrantThatWasTakenAwayFailsTheQuery() {
    QueryId id = world.submit("acme");
    world.grants((principal, table) -> false);
    World.settle(world.elect());
    expectFailed(id, ErrorCode.PERMISSION_DENIED);
    assertThat(world.cluster.submissions()).isZero();
  }

  @Test
  @DisplayName("I7: caps in total and per tenant; positions are told")
  void i7_capsHold() {
    world.config = World.config(3, 2);
    QueryId[] acme = new QueryId[4];
    for (int query = 0; query < acme.length; query++) {
      acme[query] = world.submit("acme");
      world.clock.pass(Duration.ofSeconds(1));
    }
    QueryId umbrella = world.submit("umbrella");
    QueryId other = world.submit("umbrella");
    Leader leader = world.elect();
    World.settle(leader);
    assertThat(world.cluster.submissions()).isEqualTo(3);
    assertThat(world.record(acme[0]).state()).isEqualTo(QueryState.RUNNING);
    assertThat(world.record(acme[1]).state()).isEqualTo(QueryState.RUNNING);
    assertThat(world.record(acme[2]).state()).isEqualTo(QueryState.QUEUED);
    assertThat(world.record(acme[2]).queuePosition()).isPresent();
    world.cluster.finish(acme[0], 1);
    World.settle(leader);
    assertThat(world.record(acme[2]).state() == QueryState.RUNNING)
        .isNotEqualTo(
            world.record(umbrella).state() == QueryState.RUNNING
                && world.record(other).state() == QueryState.RUNNING);
    assertThat(world.cluster.submissions()).isEqualTo(4);
  }

  @Test
  void aQueryThatIsQueuedForTooLongFails() {
    world.config = World.config(1, 1);
    QueryId first = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    LeaderConfig config = world.config;
    world.config =
        new LeaderConfig(
            1,
            1,
            config.tenantWeights(),
            Duration.ofMinutes(10),
            2,
            config.maxResultBytes(),
            config.maxResultBytesPerTenant(),
            Duration.ZERO,
            Duration.ZERO,
            config.stopTimeout(),
            Duration.ZERO,
            config.retention(),
            config.grace(),
            config.tombstone(),
            Duration.ZERO,
            config.orphanAge());
    QueryId second = world.submit("acme");
    Leader next = world.elect();
    World.settle(next);
    world.clock.pass(Duration.ofMinutes(11));
    World.settle(next);
    assertThat(world.record(first).state()).isEqualTo(QueryState.RUNNING);
    assertThat(world.record(second).failure().map(Failure::code)).contains(ErrorCode.QUEUE_TIMEOUT);
  }

  @Test
  void theDeadlineStopsAQueryInEveryState() {
    world.config = World.config(1, 1);
    QueryId running = world.submit("acme");
    QueryId queued = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    QueryId first = world.record(running).state() == QueryState.RUNNING ? running : queued;
    world.cluster.stage(first, 1, 0);
    world.clock.pass(Duration.ofHours(2));
    World.settle(leader);
    expectFailed(running, ErrorCode.DEADLINE_EXCEEDED);
    expectFailed(queued, ErrorCode.DEADLINE_EXCEEDED);
    assertThat(world.record(running).stopReason()).contains(StopReason.DEADLINE);
    assertThat(world.cluster.active(first, 1)).isFalse();
  }

  @Test
  void aCancelGivesEverythingBack() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.stage(id, 1, 0);
    assertThat(world.cancel(id)).isEqualTo(StopOutcome.STOPPING);
    for (int look = 0; look < 3; look++) {
      World.settle(leader);
      world.clock.pass(Duration.ofSeconds(1));
    }
    assertThat(world.record(id).state()).isEqualTo(QueryState.CANCELLED);
    assertThat(world.cluster.active(id, 1)).isFalse();
    assertThat(world.keys("acme", id)).isEmpty();
    assertThat(world.uploads()).isZero();
    assertThat(world.records.marked(id)).isFalse();
    assertThat(world.cancel(id)).isEqualTo(StopOutcome.STOPPED);
  }

  @Test
  void aCancelAfterTheEndIsRefused() {
    world.cluster.instant();
    QueryId id = world.submit("acme");
    World.settle(world.elect());
    assertThat(world.record(id).state()).isEqualTo(QueryState.SUCCEEDED);
    assertThat(world.cancel(id)).isEqualTo(StopOutcome.NOT_CANCELLABLE);
    assertThat(world.record(id).state()).isEqualTo(QueryState.SUCCEEDED);
  }

  @Test
  @DisplayName("I10: a stop ends within its bound, though the job does not; the mark stays")
  void i10_aStubbornJobDoesNotKeepAQueryStopping() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.stubborn();
    world.cancel(id);
    World.settle(leader);
    assertThat(world.record(id).state()).isEqualTo(QueryState.STOPPING);
    world.clock.pass(world.config.stopTimeout());
    World.settle(leader);
    assertThat(world.record(id).state()).isEqualTo(QueryState.CANCELLED);
    assertThat(world.records.marked(id)).isTrue();
    world.cluster.lose(id, 1);
    World.settle(leader);
    assertThat(world.records.marked(id)).isFalse();
  }

  @Test
  @DisplayName("I7: a store that is full fails new exports by name")
  void i7_aFullStoreFailsNewExports() {
    world.cluster.instant();
    LeaderConfig config = world.config;
    world.config =
        new LeaderConfig(
            10,
            10,
            config.tenantWeights(),
            config.maxQueued(),
            2,
            30,
            30,
            Duration.ZERO,
            Duration.ZERO,
            config.stopTimeout(),
            Duration.ZERO,
            config.retention(),
            config.grace(),
            config.tombstone(),
            Duration.ZERO,
            config.orphanAge());
    QueryId first = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    assertThat(world.record(first).totals().orElseThrow().bytes()).isEqualTo(18);
    QueryId second = world.submit("acme");
    World.settle(leader);
    expectFailed(second, ErrorCode.STORE_FULL);
    world.clock.pass(Duration.ofHours(25));
    World.settle(leader);
    QueryId third = world.submit("acme");
    World.settle(leader);
    assertThat(world.record(third).state()).isEqualTo(QueryState.SUCCEEDED);
  }

  @Test
  @DisplayName("I8: a part that is gone fails the query, it never shortens the result")
  void i8_aLostPartFailsTheQuery() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.cluster.finish(id, 1);
    String upload = world.objects.uploads("").get(1).uploadId();
    world.objects.abortUpload(world.objects.uploads("").get(1).key(), upload);
    World.settle(leader);
    expectFailed(id, ErrorCode.DATA_LOSS);
  }

  @Test
  @DisplayName("I3, D4: another manifest in the way is never taken for ours")
  void i3_anotherManifestFailsTheQuery() {
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.objects.createExclusively(
        ResultKeys.manifest(new TenantId("acme"), id), "{}".getBytes(StandardCharsets.UTF_8));
    world.cluster.finish(id, 1);
    World.settle(leader);
    expectFailed(id, ErrorCode.DATA_LOSS);
  }

  @Test
  @DisplayName("I4: a deposed leader changes nothing and stops")
  void i4_aDeposedLeaderStops() {
    QueryId id = world.submit("acme");
    Term old = world.term(new Killer(0)::through);
    Leader deposed = world.leader(old, new Killer(0)::through);
    World.settle(deposed);
    Leader next = world.elect();
    world.cluster.finish(id, 1);
    World.settle(deposed);
    assertThat(world.record(id).state()).isEqualTo(QueryState.RUNNING);
    assertThat(old.active()).isFalse();
    World.settle(next);
    assertThat(world.record(id).state()).isEqualTo(QueryState.SUCCEEDED);
  }

  @Test
  void aResultExpiresAndLeavesATombstoneForAWhile() {
    world.cluster.instant();
    QueryId id = world.submit("acme");
    Leader leader = world.elect();
    World.settle(leader);
    world.clock.pass(Duration.ofHours(24));
    World.settle(leader);
    assertThat(world.keys("acme", id)).contains("manifest.json");
    world.clock.pass(world.config.grace());
    World.settle(leader);
    assertThat(world.records.read(id)).isEmpty();
    assertThat(world.keys("acme", id)).isEmpty();
    assertThat(world.records.buried(id)).isTrue();
    world.clock.pass(world.config.tombstone());
    sweepOnce(leader);
    assertThat(world.records.buried(id)).isFalse();
  }

  private static void sweepOnce(Leader leader) {
    for (int step = 0; step < RecordStore.PARENTS; step++) {
      leader.step();
    }
  }

  @Test
  void foldersWithoutARecordAreSweptOnceTheyAreOld() {
    QueryId orphan = QueryId.random();
    String key = ResultKeys.spec(new TenantId("acme"), orphan);
    world.objects.createExclusively(key, new byte[] {1});
    QueryId live = world.submit("acme");
    world.objects.startUpload(ResultKeys.part(new TenantId("acme"), orphan, "part-1.arrow"));
    Leader leader = world.elect();
    leader.step();
    assertThat(world.keys("acme", orphan)).isNotEmpty();
    world.clock.pass(world.config.orphanAge().plusMinutes(1));
    World.settle(leader);
    assertThat(world.keys("acme", orphan)).isEmpty();
    assertThat(world.uploads()).isZero();
    assertThat(world.records.read(live)).isPresent();
  }
}
