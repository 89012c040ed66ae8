package dev.lake.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How records behave, in memory and in ZooKeeper. The fixture lets a tenant have three. */
interface RecordStoreContract {
  int BOUND = 3;

  RecordsFixture fixture();

  private StoredQuery submitted(RecordStore records) {
    QuerySpec spec = Specs.of("acme");
    fixture().submit(spec);
    return records.read(spec.id()).orElseThrow();
  }

  private static QueryRecord running(StoredQuery queued, Fence fence) {
    return queued.record().running(1, Specs.NOON, fence.nonce());
  }

  @Test
  default void aRecordThatWasSubmittedIsQueued() {
    try (RecordStore records = fixture().records(fixture().elect())) {
      StoredQuery stored = submitted(records);
      assertThat(stored.record().state()).isEqualTo(QueryState.QUEUED);
      assertThat(records.ids()).contains(stored.record().id());
      assertThat(records.read(QueryId.random())).isEmpty();
    }
  }

  @Test
  default void aWriteIsCompareAndSet() {
    Fence fence = fixture().elect();
    try (RecordStore records = fixture().records(fence)) {
      StoredQuery queued = submitted(records);
      QueryRecord running = running(queued, fence);
      assertThat(records.write(queued, running)).isEqualTo(WriteOutcome.APPLIED);
      QueryRecord other = queued.record().waiting(3, fence.nonce());
      assertThat(records.write(queued, other)).isEqualTo(WriteOutcome.CONFLICT);
      assertThat(records.read(running.id()).orElseThrow().record()).isEqualTo(running);
    }
  }

  @Test
  default void aRepeatedWriteIsKnownByItsContent() {
    Fence fence = fixture().elect();
    try (RecordStore records = fixture().records(fence)) {
      StoredQuery queued = submitted(records);
      QueryRecord running = running(queued, fence);
      records.write(queued, running);
      int version = records.read(running.id()).orElseThrow().version();
      assertThat(records.write(queued, running)).isEqualTo(WriteOutcome.APPLIED);
      assertThat(records.read(running.id()).orElseThrow().version()).isEqualTo(version);
    }
  }

  @Test
  @DisplayName("I4: a deposed leader changes nothing")
  default void i4_aDeposedLeaderChangesNothing() {
    Fence old = fixture().elect();
    try (RecordStore deposed = fixture().records(old)) {
      StoredQuery queued = submitted(deposed);
      Fence fresh = fixture().elect();
      assertThat(fresh.epoch()).isEqualTo(old.epoch() + 1);
      Tombstone tombstone =
          new Tombstone(queued.record().id(), queued.record().principal().tenant(), Specs.NOON);
      assertThat(deposed.write(queued, running(queued, old))).isEqualTo(WriteOutcome.DEPOSED);
      assertThat(deposed.retire(queued, tombstone)).isEqualTo(WriteOutcome.DEPOSED);
      assertThat(deposed.cleaned(queued.record().id())).isEqualTo(WriteOutcome.DEPOSED);
      assertThat(deposed.forget(tombstone)).isEqualTo(WriteOutcome.DEPOSED);
      assertThat(deposed.confirm()).isEqualTo(WriteOutcome.DEPOSED);
      try (RecordStore records = fixture().records(fresh)) {
        assertThat(records.confirm()).isEqualTo(WriteOutcome.APPLIED);
        assertThat(records.read(queued.record().id())).contains(queued);
        assertThat(records.buried(queued.record().id())).isFalse();
        assertThat(records.write(queued, running(queued, fresh))).isEqualTo(WriteOutcome.APPLIED);
      }
    }
  }

  @Test
  default void aStopOfAFrontendWinsAgainstALeaderThatHasNotSeenIt() {
    Fence fence = fixture().elect();
    try (RecordStore records = fixture().records(fence)) {
      StoredQuery queued = submitted(records);
      QueryId id = queued.record().id();
      assertThat(stop(id)).isEqualTo(StopOutcome.STOPPING);
      assertThat(records.write(queued, running(queued, fence))).isEqualTo(WriteOutcome.CONFLICT);
      assertThat(stop(id)).isEqualTo(StopOutcome.STOPPING);
      assertThat(records.cleanups()).contains(id);
      StoredQuery stopping = records.read(id).orElseThrow();
      QueryRecord cancelled = stopping.record().stopped(Specs.NOON, fence.nonce());
      assertThat(records.write(stopping, cancelled)).isEqualTo(WriteOutcome.APPLIED);
      assertThat(stop(id)).isEqualTo(StopOutcome.STOPPED);
      assertThat(stop(QueryId.random())).isEqualTo(StopOutcome.NOT_FOUND);
    }
  }

  private StopOutcome stop(QueryId id) {
    return fixture().requestStop(id, StopReason.CANCELLED, Optional.empty());
  }

  @Test
  default void aStopOfTheLeaderLeavesACleanupMark() {
    Fence fence = fixture().elect();
    try (RecordStore records = fixture().records(fence)) {
      StoredQuery queued = submitted(records);
      QueryId id = queued.record().id();
      assertThat(records.cleanups()).doesNotContain(id);
      Failure why = Failure.of(ErrorCode.VERSION_GONE, "Version 7 of main.trips is gone");
      QueryRecord stopping =
          queued.record().stopping(StopReason.FAILED, Optional.of(why), fence.nonce());
      assertThat(records.write(queued, stopping)).isEqualTo(WriteOutcome.APPLIED);
      assertThat(records.cleanups()).contains(id);
      assertThat(records.cleaned(id)).isEqualTo(WriteOutcome.APPLIED);
      assertThat(records.cleaned(id)).isEqualTo(WriteOutcome.APPLIED);
      assertThat(records.cleanups()).doesNotContain(id);
    }
  }

  @Test
  @DisplayName("I7: all records of a tenant count, until they are retired")
  default void i7_recordsOfATenantAreBounded() {
    Fence fence = fixture().elect();
    try (RecordStore records = fixture().records(fence)) {
      StoredQuery first = submitted(records);
      for (int more = 1; more < BOUND; more++) {
        submitted(records);
      }
      stop(first.record().id());
      assertThatThrownBy(() -> submitted(records))
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_QUERIES));
      fixture().submit(Specs.of("umbrella"));

      StoredQuery stopping = records.read(first.record().id()).orElseThrow();
      records.write(stopping, stopping.record().stopped(Specs.NOON, fence.nonce()));
      StoredQuery ended = records.read(first.record().id()).orElseThrow();
      assertThat(records.retire(ended, tombstone(ended))).isEqualTo(WriteOutcome.APPLIED);
      submitted(records);
    }
  }

  private static Tombstone tombstone(StoredQuery ended) {
    return new Tombstone(
        ended.record().id(), ended.record().principal().tenant(), Specs.NOON.plusSeconds(60));
  }

  @Test
  default void aRetiredQueryLeavesATombstone() {
    try (RecordStore records = fixture().records(fixture().elect())) {
      StoredQuery ended = submitted(records);
      QueryId id = ended.record().id();
      int parent = Integer.parseInt(id.value().substring(0, 2), 16);
      assertThat(records.buried(id)).isFalse();
      records.retire(ended, tombstone(ended));
      assertThat(records.read(id)).isEmpty();
      assertThat(records.buried(id)).isTrue();
      assertThat(records.tombstones(parent)).contains(tombstone(ended));
      assertThat(records.tombstones((parent + 1) % RecordStore.PARENTS))
          .doesNotContain(tombstone(ended));
      // Once more, as after a lost answer.
      assertThat(records.retire(ended, tombstone(ended))).isEqualTo(WriteOutcome.APPLIED);
      assertThat(records.forget(tombstone(ended))).isEqualTo(WriteOutcome.APPLIED);
      assertThat(records.buried(id)).isFalse();
    }
  }

  @Test
  default void changesAreTold() {
    Fence fence = fixture().elect();
    try (RecordStore records = fixture().records(fence)) {
      await().until(() -> records.changes().everything());
      StoredQuery queued = submitted(records);
      QueryId id = queued.record().id();
      awaitChange(records, id);
      records.write(queued, running(queued, fence));
      awaitChange(records, id);
      StoredQuery running = records.read(id).orElseThrow();
      QueryRecord on = running.record().progressed(new Progress(5, 50, 0.5), fence.nonce());
      records.write(running, on);
      awaitChange(records, id);
    }
  }

  private static void awaitChange(RecordStore records, QueryId id) {
    Set<QueryId> seen = new HashSet<>();
    await()
        .until(
            () -> {
              Changes changes = records.changes();
              seen.addAll(changes.queries());
              return changes.everything() || seen.contains(id);
            });
  }
}
