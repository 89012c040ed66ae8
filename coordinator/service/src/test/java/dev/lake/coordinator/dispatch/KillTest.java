package dev.lake.coordinator.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.coordinator.store.StopOutcome;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends the leader's process before and after each of its calls, and lets another go on. */
class KillTest {
  /** Far more calls than any scenario here makes. */
  private static final int ENOUGH = 2_000;

  @TempDir static Path directory;

  private static KeyRing keys;

  @BeforeAll
  static void createKeys() {
    keys = KeyRing.create(directory.resolve("keys.json"));
  }

  private static World world() {
    World world = new World(keys);
    world.config = World.config(10, 10, Duration.ofSeconds(1));
    return world;
  }

  private interface Scenario {
    /** Goes as far as the leader lives. */
    void play(World world, Leader leader, QueryId id);
  }

  private interface Verdict {
    void check(World world, QueryId id, String killed);
  }

  private static void finishActive(World world, QueryId id) {
    for (int attempt = 1; attempt <= 2; attempt++) {
      if (world.cluster.active(id, attempt)) {
        world.cluster.finish(id, attempt);
      }
    }
  }

  private static void run(World world, Leader leader, QueryId id) {
    World.settle(leader);
    finishActive(world, id);
    World.settle(leader);
  }

  private static void goOn(World world, QueryId id) {
    Leader next = world.elect();
    for (int round = 0; round < 3; round++) {
      run(world, next, id);
      world.clock.pass(Duration.ofSeconds(1));
    }
  }

  private void atEveryCall(Scenario scenario, Verdict verdict) {
    for (int call = 1; call < ENOUGH; call++) {
      World world = world();
      QueryId id = world.submit("acme");
      Killer killer = new Killer(call);
      try {
        scenario.play(world, world.elect(killer), id);
      } catch (Killer.Killed e) {
        assertThat(killer.struck()).isTrue();
      }
      goOn(world, id);
      verdict.check(world, id, "killed at call " + call);
      if (!killer.struck()) {
        assertThat(call).as("calls of the scenario").isGreaterThan(20);
        return;
      }
    }
    throw new AssertionError("The scenario does not end");
  }

  private static void expectResult(World world, QueryId id, String killed) {
    QueryRecord record = world.record(id);
    assertThat(record.state()).as(killed).isEqualTo(QueryState.SUCCEEDED);
    assertThat(world.manifest("acme", id).orElseThrow().totals())
        .as(killed)
        .isEqualTo(record.totals().orElseThrow());
    assertThat(world.manifest("acme", id).orElseThrow().attempt())
        .as(killed)
        .isEqualTo(record.attempt());
    assertThat(world.keys("acme", id))
        .as(killed)
        .filteredOn(key -> key.startsWith("part-"))
        .hasSize(FakeCluster.PARTS);
  }

  private static void expectNothingLeft(World world, QueryId id, String killed) {
    assertThat(world.keys("acme", id)).as(killed).isEmpty();
    assertThat(world.uploads()).as(killed).isZero();
    assertThat(world.records.marked(id)).as(killed).isFalse();
    assertThat(world.cluster.active(id, 1) || world.cluster.active(id, 2)).as(killed).isFalse();
  }

  @Test
  @DisplayName(
      "I3: a leader killed at any call leaves a query that the next one brings to its one result")
  void i3_everyQuerySucceeds() {
    atEveryCall(KillTest::run, KillTest::expectResult);
  }

  @Test
  @DisplayName("a cancel that meets a killed leader wins, unless the result was there first")
  void aCancelAfterTheKillWins() {
    atEveryCall(
        (world, leader, id) -> {
          try {
            run(world, leader, id);
          } finally {
            StopOutcome outcome = world.cancel(id);
            assertThat(outcome == StopOutcome.NOT_CANCELLABLE)
                .isEqualTo(world.record(id).state() == QueryState.SUCCEEDED);
          }
        },
        (world, id, killed) -> {
          Set<QueryState> ends = EnumSet.of(QueryState.SUCCEEDED, QueryState.CANCELLED);
          assertThat(world.record(id).state()).as(killed).isIn(ends);
          if (world.record(id).state() == QueryState.CANCELLED) {
            expectNothingLeft(world, id, killed);
          } else {
            expectResult(world, id, killed);
          }
        });
  }

  @Test
  @DisplayName("I10: a stop whose leader is killed at any call is brought to its end")
  void i10_everyStopEnds() {
    atEveryCall(
        (world, leader, id) -> {
          try {
            World.settle(leader);
          } finally {
            if (world.cluster.active(id, 1)) {
              world.cluster.stage(id, 1, 0);
            }
            world.cancel(id);
          }
          for (int look = 0; look < 3; look++) {
            World.settle(leader);
            world.clock.pass(Duration.ofSeconds(1));
          }
        },
        (world, id, killed) -> {
          assertThat(world.record(id).state()).as(killed).isEqualTo(QueryState.CANCELLED);
          expectNothingLeft(world, id, killed);
        });
  }

  @Test
  @DisplayName("a query that cannot run fails with its reason, whenever its leader is killed")
  void everyFailureKeepsItsReason() {
    atEveryCall(
        (world, leader, id) -> {
          world.cluster.refuse(new LakeException(ErrorCode.VERSION_GONE, "Version 7 is gone"));
          World.settle(leader);
        },
        (world, id, killed) -> {
          assertThat(world.record(id).failure().map(Failure::code))
              .as(killed)
              .contains(ErrorCode.VERSION_GONE);
          expectNothingLeft(world, id, killed);
        });
  }

  @Test
  @DisplayName(
      "I4: an old leader that wakes between any two calls of a new one changes nothing that counts")
  void i4_twoLeadersAtTheSameTime() {
    for (int call = 1; call < ENOUGH; call++) {
      World world = world();
      QueryId id = world.submit("acme");
      // The old leader stops in the middle of a call, as under SIGSTOP, and that call takes effect
      // after the new
      // leader has done everything.
      Late late = new Late(call, () -> goOn(world, id));
      Leader old = world.leader(world.term(late::through), late::through);
      run(world, old, id);
      run(world, old, id);
      goOn(world, id);
      expectResult(world, id, "late at call " + call);
      if (!late.happened()) {
        return;
      }
    }
  }
}
