package dev.lake.frontend.deferred;

import static dev.lake.frontend.deferred.DeferredFixture.ADA;
import static dev.lake.frontend.deferred.DeferredFixture.OTHER_SQL;
import static dev.lake.frontend.deferred.DeferredFixture.SCHEMA;
import static dev.lake.frontend.deferred.DeferredFixture.SQL;
import static dev.lake.frontend.deferred.DeferredFixture.ada;
import static dev.lake.frontend.deferred.DeferredFixture.header;
import static dev.lake.frontend.deferred.DeferredFixture.holding;
import static dev.lake.frontend.deferred.DeferredFixture.query;
import static dev.lake.frontend.deferred.DeferredFixture.statement;
import static dev.lake.frontend.deferred.DeferredFixture.status;
import static dev.lake.frontend.deferred.DeferredFixture.submission;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.PollInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submitting, waiting and going away, over a real Flight server and a real ZooKeeper. */
class DeferredQueriesITCase {
  private static final CallOption AT_ONCE = header("x-lake-poll-wait", "0");
  private static final CallOption IMPATIENT = CallOptions.timeout(300, TimeUnit.MILLISECONDS);

  @TempDir Path folder;
  private DeferredFixture lake;

  @BeforeEach
  void start() throws Exception {
    lake = new DeferredFixture(folder, UnaryOperator.identity());
  }

  @AfterEach
  void stop() throws Exception {
    lake.close();
  }

  private void restart(UnaryOperator<DeferredConfig> settings) throws Exception {
    lake.close();
    lake = new DeferredFixture(folder.resolve("again"), settings);
  }

  private CompletableFuture<PollInfo> held(PollInfo before, CallOption... options) {
    return CompletableFuture.supplyAsync(() -> lake.poll(before, options));
  }

  @Test
  @DisplayName("I1: the first poll answers at once, with the whole schema and nothing to fetch")
  void i1_theFirstPollAnswersAtOnceWithTheWholeSchema() {
    PollInfo answer = lake.start();
    assertThat(answer.getFlightInfo().getSchemaOptional().orElseThrow()).isEqualTo(SCHEMA);
    assertThat(answer.getFlightInfo().getEndpoints()).isEmpty();
    assertThat(answer.getFlightInfo().getRecords()).isEqualTo(-1);
    assertThat(answer.getProgress()).contains(0.0);
    assertThat(answer.getFlightDescriptor().orElseThrow().getCommand()).hasSizeLessThan(512);
    assertThat(status(answer.getFlightInfo()).state()).isEqualTo(QueryState.QUEUED);
    QuerySpec spec = lake.spec(answer);
    assertThat(spec.sql()).isEqualTo(SQL);
    assertThat(spec.principal()).isEqualTo(ADA);
    assertThat(spec.snapshots().tables()).hasSize(1);
    assertThat(lake.state(spec.id())).isEqualTo(QueryState.QUEUED);
  }

  @Test
  @DisplayName("I5: a handle tells nothing of statement, table or principal")
  void i5_aHandleTellsNothing() {
    PollInfo answer = lake.start();
    String handle =
        new String(
            answer.getFlightDescriptor().orElseThrow().getCommand(),
            java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThat(handle).doesNotContain("trips", "ada", "analytics", query(answer).value());
  }

  @Test
  void nothingIsLeftOfAStatementThatIsRefused() {
    for (String sql : List.of("SELEC 1", "DROP TABLE main.trips", "SELECT * FROM main.none")) {
      assertThatThrownBy(() -> lake.client().pollInfo(statement(sql), ada()))
          .isInstanceOf(FlightRuntimeException.class);
    }
    assertThat(lake.records()).isEmpty();
    assertThat(lake.storedKeys()).isEmpty();
  }

  @Test
  @DisplayName("I9: a table without a grant is answered as one that does not exist")
  void i9_aTableWithoutAGrantDoesNotExist() throws Exception {
    String unknown = refusal("SELECT * FROM main.none").replace("none", "T");
    lake.allow("main.other");
    assertThat(refusal(SQL).replace("trips", "T")).isEqualTo(unknown).contains("UNKNOWN_TABLE");
    assertThat(lake.engine.described).hasValue(0);
    assertThat(lake.records()).isEmpty();
  }

  private String refusal(String sql) {
    FlightRuntimeException e =
        catchThrowableOfType(
            FlightRuntimeException.class, () -> lake.client().pollInfo(statement(sql), ada()));
    return e.status().code() + " " + e.status().description();
  }

  @Test
  void withoutASubmissionIdEachFirstPollIsAQuery() {
    assertThat(query(lake.start())).isNotEqualTo(query(lake.start()));
  }

  @Test
  void aRepeatedSubmissionIsTheSameQueryAndNeedsNoSecondPlan() {
    PollInfo first = lake.start(submission("nightly"));
    PollInfo again = lake.start(submission("nightly"));
    assertThat(query(again)).isEqualTo(query(first));
    assertThat(again.getFlightInfo().getSchemaOptional().orElseThrow()).isEqualTo(SCHEMA);
    assertThat(lake.records()).hasSize(1);
    assertThat(lake.engine.described).hasValue(1);
  }

  @Test
  void aSubmissionIdIsForOneStatementAndOneSession() {
    lake.start(submission("nightly"));
    assertReused(statement(OTHER_SQL));
    assertReused(statement(SQL), header("x-lake-time-zone", "Europe/Berlin"));
    assertThat(lake.records()).hasSize(1);
  }

  private void assertReused(FlightDescriptor descriptor, CallOption... session) {
    CallOption[] options = new CallOption[session.length + 2];
    options[0] = ada();
    options[1] = submission("nightly");
    System.arraycopy(session, 0, options, 2, session.length);
    assertThatThrownBy(() -> lake.client().pollInfo(descriptor, options))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.ALREADY_EXISTS))
        .hasMessageContaining("SUBMISSION_ID_REUSED");
  }

  @Test
  void twoPrincipalsMayChooseTheSameSubmissionId() {
    PollInfo ofAda = lake.start(submission("nightly"));
    PollInfo ofBob =
        lake.client().pollInfo(statement(SQL), DeferredFixture.bob(), submission("nightly"));
    assertThat(query(ofBob)).isNotEqualTo(query(ofAda));
  }

  @Test
  void aSubmissionIdHasABound() {
    assertThatThrownBy(() -> lake.start(submission("x".repeat(257))))
        .hasMessageContaining("INVALID_ARGUMENT");
  }

  @Test
  void ofFiftyClientsWithOneSubmissionIdOneStartsAQuery() throws Exception {
    int clients = 50;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      CyclicBarrier together = new CyclicBarrier(clients);
      List<Future<QueryId>> answers = new ArrayList<>();
      for (int each = 0; each < clients; each++) {
        answers.add(
            threads.submit(
                () -> {
                  together.await(30, TimeUnit.SECONDS);
                  return query(lake.start(submission("race")));
                }));
      }
      Set<QueryId> seen = new HashSet<>();
      for (Future<QueryId> answer : answers) {
        seen.add(answer.get(60, TimeUnit.SECONDS));
      }
      assertThat(seen).hasSize(1);
    } finally {
      threads.shutdownNow();
    }
    assertThat(lake.records()).hasSize(1);
    // Of those that lost the race not even a spec stays.
    assertThat(lake.storedKeys()).hasSize(1);
  }

  @Test
  void aSubmissionIdLeadsBackToAQueryThatWasCancelled() {
    QueryId query = query(lake.start(submission("nightly")));
    lake.queries.requestStop(query, StopReason.CANCELLED, Optional.empty());
    lake.leader.finishStop(query);
    assertThatThrownBy(() -> lake.start(submission("nightly")))
        .hasMessageContaining("QUERY_CANCELLED")
        .hasMessageContaining(query.value());
    assertThat(lake.records()).hasSize(1);
  }

  @Test
  @DisplayName("I10: a first poll whose client went before its answer left cancels the query")
  void i10_aQueryWhoseHandleReachedNobodyIsCancelled() {
    lake.engine.shut();
    assertThatThrownBy(() -> lake.start(IMPATIENT)).hasMessageContaining("deadline");
    lake.engine.open();
    await().until(() -> lake.records().size() == 1);
    QueryId query = lake.records().get(0).id();
    await().untilAsserted(() -> assertThat(lake.state(query)).isEqualTo(QueryState.STOPPING));
    assertThat(lake.records().get(0).stopReason()).contains(StopReason.CANCELLED);
  }

  @Test
  void withASubmissionIdTheQueryOutlivesItsFirstClient() {
    lake.engine.shut();
    assertThatThrownBy(() -> lake.start(submission("nightly"), IMPATIENT));
    lake.engine.open();
    await().until(() -> lake.records().size() == 1);
    QueryId query = lake.records().get(0).id();
    assertThat(query(lake.start(submission("nightly")))).isEqualTo(query);
    assertThat(lake.state(query)).isEqualTo(QueryState.QUEUED);
  }

  @Test
  @DisplayName("I10: a held poll whose client goes is forgotten; the query goes on")
  void i10_aLaterPollThatIsCancelledLeavesTheQueryAlone() {
    PollInfo first = lake.start();
    assertThatThrownBy(() -> lake.poll(first, IMPATIENT)).hasMessageContaining("deadline");
    await().atMost(Duration.ofSeconds(2)).until(() -> lake.heldPolls() == 0);
    assertThat(lake.state(query(first))).isEqualTo(QueryState.QUEUED);
    assertThat(query(lake.poll(first, AT_ONCE))).isEqualTo(query(first));
  }

  @Test
  void aPollIsHeldUntilTheQueryIsInAnotherState() throws Exception {
    PollInfo first = lake.start();
    CompletableFuture<PollInfo> held = held(first);
    await().until(() -> lake.heldPolls() == 1);
    lake.leader.queuedAt(query(first), 3);
    lake.leader.run(query(first));
    PollInfo running = held.get(10, TimeUnit.SECONDS);
    assertThat(status(running.getFlightInfo()).state()).isEqualTo(QueryState.RUNNING);
    assertThat(running.getFlightInfo().getSchemaOptional().orElseThrow()).isEqualTo(SCHEMA);
    assertThat(running.getFlightInfo().getEndpoints()).isEmpty();
    CompletableFuture<PollInfo> last = held(running);
    await().until(() -> lake.heldPolls() == 1);
    lake.leader.publish(lake.spec(first));
    assertThat(last.get(10, TimeUnit.SECONDS).getFlightInfo().getEndpoints()).isEmpty();
    assertThat(lake.heldPolls()).isZero();
  }

  @Test
  void progressIsToldButIsNoNews() throws Exception {
    PollInfo first = lake.start();
    lake.leader.run(query(first));
    CompletableFuture<PollInfo> held = held(first, header("x-lake-poll-wait", "1"));
    await().until(() -> lake.heldPolls() == 1);
    lake.leader.progress(query(first), new Progress(40, 4_000, 0.4));
    PollInfo answer = held.get(10, TimeUnit.SECONDS);
    assertThat(answer.getProgress()).contains(0.4);
    assertThat(status(answer.getFlightInfo()).progress()).isEqualTo(new Progress(40, 4_000, 0.4));
  }

  @Test
  void withoutNewsAPollIsAnsweredAfterTheHoldTime() throws Exception {
    restart(holding(Duration.ofMillis(400)));
    PollInfo first = lake.start();
    long before = System.nanoTime();
    PollInfo answer = lake.poll(first);
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isBetween(Duration.ofMillis(390), Duration.ofSeconds(10));
    assertThat(status(answer.getFlightInfo()).state()).isEqualTo(QueryState.QUEUED);
    assertThat(answer.getFlightDescriptor()).isPresent();
  }

  @Test
  void theClientMayAskForAShorterHoldOnly() throws Exception {
    PollInfo first = lake.start();
    assertThat(query(lake.poll(first, AT_ONCE))).isEqualTo(query(first));
    for (String wrong : List.of("soon", "-1", "1.5", "")) {
      assertThatThrownBy(() -> lake.poll(first, header("x-lake-poll-wait", wrong)))
          .hasMessageContaining("INVALID_ARGUMENT")
          .hasMessageContaining("x-lake-poll-wait");
    }
    restart(holding(Duration.ofMillis(100)));
    PollInfo other = lake.start();
    CompletableFuture<PollInfo> held = held(other, header("x-lake-poll-wait", "3600"));
    assertThat(query(held.get(10, TimeUnit.SECONDS))).isEqualTo(query(other));
  }

  @Test
  @DisplayName("I7: past the bound of held polls, polls are answered at once")
  void i7_heldPollsHaveABound() throws Exception {
    restart(
        config ->
            new DeferredConfig(
                config.hold(),
                1,
                config.runTime(),
                config.resultLifetime(),
                config.ticketLifetime(),
                config.layout()));
    PollInfo first = lake.start();
    CompletableFuture<PollInfo> held = held(first);
    await().until(() -> lake.heldPolls() == 1);
    assertThat(query(held(first).get(10, TimeUnit.SECONDS))).isEqualTo(query(first));
    assertThat(held).isNotDone();
    lake.leader.run(query(first));
    held.get(10, TimeUnit.SECONDS);
  }

  @Test
  void aServerThatStopsAnswersWhatItHolds() throws Exception {
    PollInfo first = lake.start();
    CompletableFuture<PollInfo> held = held(first);
    await().until(() -> lake.heldPolls() == 1);
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(lake::stopServer);
    assertThat(held.get(10, TimeUnit.SECONDS).getFlightDescriptor()).isPresent();
    stopped.get(10, TimeUnit.SECONDS);
  }
}
