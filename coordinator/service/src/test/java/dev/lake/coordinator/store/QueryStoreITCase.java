package dev.lake.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Fence;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QueryStoreITCase {
  private static final String NAME = "ab".repeat(32);
  private static final String DIGEST = "cd".repeat(32);

  private ZooKeeperFixture zooKeeper;
  private CuratorFramework client;
  private QueryStore queries;

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
    client = zooKeeper.client();
    queries = new QueryStore(client, new QueryLimits(64));
  }

  @AfterEach
  void stop() throws Exception {
    zooKeeper.close();
  }

  private static Optional<SubmissionId> submission(String digest) {
    return Optional.of(new SubmissionId(NAME, digest));
  }

  @Test
  void theSameSubmissionIsTheSameQueryWhateverBecameOfIt() {
    QuerySpec spec = Specs.of("acme");
    QueryRecord first = queries.submit(spec, submission(DIGEST));
    assertThat(first.id()).isEqualTo(spec.id());
    assertThat(queries.submit(Specs.of("acme"), submission(DIGEST)).id()).isEqualTo(spec.id());
    queries.requestStop(spec.id(), StopReason.CANCELLED, Optional.empty());
    QueryRecord again = queries.submit(Specs.of("acme"), submission(DIGEST));
    assertThat(again.id()).isEqualTo(spec.id());
    assertThat(again.state()).isEqualTo(QueryState.STOPPING);
    assertThat(queries.list(new TenantId("acme"))).hasSize(1);
  }

  @Test
  void aSubmissionIdForAnotherStatementIsRefused() {
    queries.submit(Specs.of("acme"), submission(DIGEST));
    assertThatThrownBy(() -> queries.submit(Specs.of("acme"), submission("ef".repeat(32))))
        .isInstanceOfSatisfying(
            LakeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.SUBMISSION_ID_REUSED));
  }

  @Test
  void aSubmissionOutlivesItsRecordButNotItsTombstone() throws Exception {
    QuerySpec spec = Specs.of("acme");
    queries.submit(spec, submission(DIGEST));
    int epoch = client.checkExists().forPath(Layout.EPOCH).getVersion();
    try (RecordStore records = new ZooKeeperRecords(client, new Fence(epoch, "x"), () -> {})) {
      int parent = 0xab;
      Tombstone tombstone = new Tombstone(spec.id(), spec.principal().tenant(), Specs.NOON);
      records.forgetSubmissions(parent);
      records.retire(records.read(spec.id()).orElseThrow(), tombstone);
      records.forgetSubmissions(parent);
      assertThat(queries.expired(spec.id())).isTrue();
      assertThatThrownBy(() -> queries.submit(Specs.of("acme"), submission(DIGEST)))
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESULT_EXPIRED));
      records.forget(tombstone);
      records.forgetSubmissions(parent);
      QuerySpec fresh = Specs.of("acme");
      assertThat(queries.submit(fresh, submission(DIGEST)).id()).isEqualTo(fresh.id());
    }
  }

  @Test
  void ofManyClientsWithOneSubmissionOneStartsAQuery() throws Exception {
    int racers = 12;
    ExecutorService executor = Executors.newFixedThreadPool(racers);
    try {
      CyclicBarrier barrier = new CyclicBarrier(racers);
      List<Future<QueryId>> answers = new ArrayList<>();
      for (int racer = 0; racer < racers; racer++) {
        QueryStore each =
            new QueryStore(racer % 3 == 0 ? zooKeeper.client() : client, new QueryLimits(64));
        answers.add(
            executor.submit(
                () -> {
                  barrier.await(10, TimeUnit.SECONDS);
                  return each.submit(Specs.of("acme"), submission(DIGEST)).id();
                }));
      }
      Set<QueryId> ids = new HashSet<>();
      for (Future<QueryId> answer : answers) {
        ids.add(answer.get(30, TimeUnit.SECONDS));
      }
      assertThat(ids).hasSize(1);
      assertThat(queries.list(new TenantId("acme"))).hasSize(1);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void ofManyClientsAtTheBoundExactlySoManyPass() throws Exception {
    int racers = 16;
    int bound = 5;
    QueryStore bounded = new QueryStore(client, new QueryLimits(bound));
    ExecutorService executor = Executors.newFixedThreadPool(racers);
    try {
      List<Future<ErrorCode>> answers = new ArrayList<>();
      for (int racer = 0; racer < racers; racer++) {
        answers.add(executor.submit(() -> tryToSubmit(bounded)));
      }
      int refused = 0;
      for (Future<ErrorCode> answer : answers) {
        if (answer.get(30, TimeUnit.SECONDS) == ErrorCode.TOO_MANY_QUERIES) {
          refused++;
        }
      }
      assertThat(refused).isEqualTo(racers - bound);
      assertThat(bounded.list(new TenantId("acme"))).hasSize(bound);
    } finally {
      executor.shutdownNow();
    }
  }

  private static ErrorCode tryToSubmit(QueryStore store) {
    try {
      store.submit(Specs.of("acme"), Optional.empty());
      return ErrorCode.INTERNAL;
    } catch (LakeException e) {
      return e.code();
    }
  }

  @Test
  void aWatchTellsEveryStateUntilClosed() throws Exception {
    QuerySpec spec = Specs.of("acme");
    queries.submit(spec, Optional.empty());
    List<QueryState> seen = new CopyOnWriteArrayList<>();
    QueryStore elsewhere = new QueryStore(zooKeeper.client(), QueryLimits.DEFAULTS);
    AutoCloseable watch = elsewhere.watch(spec.id(), record -> seen.add(record.state()));
    await().untilAsserted(() -> assertThat(seen).contains(QueryState.QUEUED));
    queries.requestStop(spec.id(), StopReason.CANCELLED, Optional.empty());
    await().untilAsserted(() -> assertThat(seen).endsWith(QueryState.STOPPING));
    watch.close();
    assertThat(elsewhere.readSynced(spec.id()).orElseThrow().state())
        .isEqualTo(QueryState.STOPPING);
  }

  @Test
  void aWatchGoesOnAfterTheServerWasAway() throws Exception {
    QuerySpec spec = Specs.of("acme");
    queries.submit(spec, Optional.empty());
    List<QueryState> seen = new CopyOnWriteArrayList<>();
    try (AutoCloseable watch = queries.watch(spec.id(), record -> seen.add(record.state()))) {
      await().until(() -> !seen.isEmpty());
      zooKeeper.server().restart();
      queries.requestStop(spec.id(), StopReason.CANCELLED, Optional.empty());
      await().untilAsserted(() -> assertThat(seen).endsWith(QueryState.STOPPING));
      assertThat(watch).isNotNull();
    }
  }

  @Test
  void queriesAreSpreadOverManyParents() throws Exception {
    for (int query = 0; query < 32; query++) {
      queries.submit(Specs.of("acme"), Optional.empty());
    }
    assertThat(client.getChildren().forPath(Layout.QUERIES)).hasSize(RecordStore.PARENTS);
    int most = 0;
    for (int parent = 0; parent < RecordStore.PARENTS; parent++) {
      most =
          Math.max(
              most, client.getChildren().forPath(Layout.parent(Layout.QUERIES, parent)).size());
    }
    assertThat(most).isLessThan(16);
  }

  @Test
  void aNodeBeyondTheBoundIsRefusedBeforeTheCall() {
    byte[] data = new byte[Layout.MAX_NODE_BYTES + 1];
    assertThatThrownBy(() -> Layout.bounded(data, "a test")).isInstanceOf(LakeException.class);
  }
}
