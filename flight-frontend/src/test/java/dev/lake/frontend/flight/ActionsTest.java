package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lake.frontend.auth.Caller;
import dev.lake.protocol.TableAction;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableCommandCodec;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableResult;
import dev.lake.protocol.TableResultCodec;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.CancelFlightInfoResult;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Polls, actions and uploads, over a real listener. */
class ActionsTest {
  private static final String SQL = "SELECT n FROM orders";
  private static final CallOption ADA = FrontendFixture.as(FrontendFixture.ADA);
  private static final CallOption ROOT = FrontendFixture.as(FrontendFixture.ROOT);

  @TempDir Path directory;
  private FrontendFixture lake;
  private FlightClient client;

  @BeforeEach
  void start() throws Exception {
    lake = new FrontendFixture(directory, config -> config);
    lake.tables.add("orders", FakeCursor.SCHEMA);
    lake.engine.answer(SQL, FakeCursor.SCHEMA, allocator -> FakeCursor.of(allocator, 1, 1));
    client = lake.client();
  }

  @AfterEach
  void stop() throws Exception {
    lake.close();
  }

  private static FlightDescriptor statement(String sql) {
    return FlightDescriptor.command(
        Any.pack(CommandStatementQuery.newBuilder().setQuery(sql).build()).toByteArray());
  }

  private List<byte[]> run(String type, byte[] body, CallOption caller) {
    List<byte[]> bodies = new ArrayList<>();
    Iterator<Result> results = client.doAction(new Action(type, body), caller);
    results.forEachRemaining(result -> bodies.add(result.getBody()));
    return bodies;
  }

  @Test
  void aFirstPollStartsTheStatement() {
    PollInfo info = client.pollInfo(statement(SQL), ADA);
    assertThat(FrontendFixture.schema(info.getFlightInfo())).isEqualTo(FakeCursor.SCHEMA);
    assertThat(info.getFlightDescriptor().orElseThrow().getCommand())
        .isEqualTo(FakeDeferred.HANDLE);
    assertThat(info.getProgress()).contains(0.25);
    assertThat(lake.deferred.started)
        .singleElement()
        .satisfies(request -> assertThat(request.sql()).isEqualTo(SQL));
  }

  @Test
  void theAnswerNamesItsQueryInAHeader() {
    List<String> headers = new CopyOnWriteArrayList<>();
    FlightClientMiddleware listening =
        new FlightClientMiddleware() {
          @Override
          public void onBeforeSendingHeaders(CallHeaders outgoing) {}

          @Override
          public void onHeadersReceived(CallHeaders incoming) {
            if (incoming.containsKey(Caller.QUERY_ID_HEADER)) {
              headers.add(incoming.get(Caller.QUERY_ID_HEADER));
            }
          }

          @Override
          public void onCallCompleted(CallStatus status) {}
        };
    FlightClient listener = lake.client(info -> listening);
    listener.pollInfo(statement(SQL), ADA);
    assertThat(headers).containsExactly(FakeDeferred.QUERY.value());
  }

  @Test
  void aPreparedStatementCanBePolled() {
    FlightSqlClient sql = new FlightSqlClient(client);
    FlightSqlClient.PreparedStatement prepared = sql.prepare(SQL, ADA);
    client.pollInfo(prepared.execute(ADA).getDescriptor(), ADA);
    prepared.close(ADA);
    assertThat(lake.deferred.started)
        .singleElement()
        .satisfies(request -> assertThat(request.sql()).isEqualTo(SQL));
  }

  @Test
  void aHeldPollHoldsNoThread() throws Exception {
    int polls = 100;
    ExecutorService clients = Executors.newFixedThreadPool(polls);
    try {
      List<CompletableFuture<PollInfo>> answers = new ArrayList<>();
      FlightDescriptor handle = FlightDescriptor.command(FakeDeferred.HANDLE);
      for (int i = 0; i < polls; i++) {
        answers.add(CompletableFuture.supplyAsync(() -> client.pollInfo(handle, ADA), clients));
      }
      await().until(() -> lake.deferred.held.size() == polls);
      assertThat(new FlightSqlClient(client).execute(SQL, ADA).getEndpoints()).hasSize(1);
      lake.deferred.held.forEach(answer -> answer.complete(FakeDeferred.running(handle)));
      for (CompletableFuture<PollInfo> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS).getProgress()).contains(0.25);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void aPollThatIsCancelledIsNoticed() {
    FlightDescriptor handle = FlightDescriptor.command(FakeDeferred.HANDLE);
    assertThatThrownBy(
        () -> client.pollInfo(handle, ADA, CallOptions.timeout(200, TimeUnit.MILLISECONDS)));
    await()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(lake.deferred.gone).hasSize(1));
  }

  @Test
  void onlyStatementsCanBePolled() {
    FlightDescriptor catalogs =
        FlightDescriptor.command(Any.pack(CommandGetCatalogs.getDefaultInstance()).toByteArray());
    assertThatThrownBy(() -> client.pollInfo(catalogs, ADA))
        .hasMessageContaining("UNSUPPORTED_FEATURE");
    assertThatThrownBy(() -> client.pollInfo(FlightDescriptor.path("x"), ADA))
        .hasMessageContaining("INVALID_ARGUMENT");
  }

  @Test
  void cancelFindsTheQueryByItsMetadata() throws Exception {
    Flight.CancelFlightInfoRequest known =
        Flight.CancelFlightInfoRequest.newBuilder()
            .setInfo(
                Flight.FlightInfo.newBuilder().setAppMetadata(ByteString.copyFromUtf8("query")))
            .build();
    assertThat(cancel(known)).isEqualTo(CancelStatus.CANCELLING);
    assertThat(lake.deferred.cancelled).containsExactly(ByteString.copyFromUtf8("query"));
    assertThat(cancel(Flight.CancelFlightInfoRequest.getDefaultInstance()))
        .isEqualTo(CancelStatus.NOT_CANCELLABLE);
    assertThatThrownBy(() -> run("CancelFlightInfo", new byte[] {7}, ADA))
        .hasMessageContaining("INVALID_ARGUMENT");
  }

  private CancelStatus cancel(Flight.CancelFlightInfoRequest request) throws Exception {
    byte[] answer = run("CancelFlightInfo", request.toByteArray(), ADA).get(0);
    return CancelFlightInfoResult.deserialize(ByteBuffer.wrap(answer)).getStatus();
  }

  @Test
  void renewAnswersAnEndpointWithItsTimes() throws Exception {
    Flight.RenewFlightEndpointRequest request =
        Flight.RenewFlightEndpointRequest.newBuilder()
            .setEndpoint(
                Flight.FlightEndpoint.newBuilder()
                    .setTicket(Flight.Ticket.newBuilder().setTicket(ByteString.copyFromUtf8("t"))))
            .build();
    byte[] answer = run("RenewFlightEndpoint", request.toByteArray(), ADA).get(0);
    Flight.FlightEndpoint endpoint = Flight.FlightEndpoint.parseFrom(answer);
    assertThat(endpoint.getExpirationTime().getSeconds())
        .isEqualTo(FakeDeferred.EXPIRES.getEpochSecond());
    assertThat(endpoint.getLocationCount()).isZero();
  }

  @Test
  void closingAPreparedStatementIsAlwaysFine() {
    assertThat(run("ClosePreparedStatement", new byte[] {1, 2, 3}, ADA)).isEmpty();
    assertThat(run("ClosePreparedStatement", new byte[0], ADA)).isEmpty();
  }

  @Test
  void administratorsManageTables() {
    TableName table = TableName.parse("sales.new");
    TableCommand register = new TableCommand.Register(table, "/data/new.lance", OptionalLong.of(3));
    assertThat(manage(register))
        .isInstanceOfSatisfying(
            TableResult.Registered.class,
            result -> assertThat(result.entry().version()).hasValue(3));
    assertThatThrownBy(() -> manage(register)).hasMessageContaining("TABLE_EXISTS");
    assertThat(manage(new TableCommand.ListTables()))
        .isInstanceOfSatisfying(
            TableResult.Listed.class, result -> assertThat(result.entries()).hasSize(2));
    assertThat(manage(new TableCommand.Drop(table))).isInstanceOf(TableResult.Dropped.class);
    assertThatThrownBy(() -> manage(new TableCommand.Drop(table)))
        .hasMessageContaining("UNKNOWN_TABLE");
    assertThatThrownBy(() -> run("lake.table.list", new byte[] {'{'}, ROOT))
        .hasMessageContaining("INVALID_ARGUMENT");
  }

  private TableResult manage(TableCommand command) {
    byte[] answer = run(command.actionType(), TableCommandCodec.write(command), ROOT).get(0);
    return TableResultCodec.read(TableAction.ofType(command.actionType()).orElseThrow(), answer);
  }

  @Test
  void sessionOptionsCanOnlyBeWhatTheyAre() {
    assertThat(set("catalog", "lake").hasErrors()).isFalse();
    assertThat(set("schema", "main").hasErrors()).isFalse();
    assertThat(set("schema", "other").getErrors())
        .hasEntrySatisfying(
            "schema",
            error ->
                assertThat(error.value)
                    .isEqualTo(SetSessionOptionsResult.ErrorValue.INVALID_VALUE));
    assertThat(set("colour", "blue").getErrors())
        .hasEntrySatisfying(
            "colour",
            error ->
                assertThat(error.value).isEqualTo(SetSessionOptionsResult.ErrorValue.INVALID_NAME));
    assertThat(client.getSessionOptions(new GetSessionOptionsRequest(), ADA).getSessionOptions())
        .containsKeys("catalog", "schema");
    assertThat(client.closeSession(new CloseSessionRequest(), ADA).getStatus()).isNotNull();
  }

  private SetSessionOptionsResult set(String name, String value) {
    return client.setSessionOptions(
        new SetSessionOptionsRequest(
            java.util.Map.of(name, SessionOptionValueFactory.makeSessionOptionValue(value))),
        ADA);
  }

  @Test
  void actionsAreListedAndOthersRefused() {
    List<String> types = new ArrayList<>();
    client.listActions(ADA).forEach((ActionType type) -> types.add(type.getType()));
    assertThat(types)
        .contains("CreatePreparedStatement", "CancelFlightInfo", "lake.table.register")
        .doesNotContain("BeginTransaction");
    for (String type : List.of("BeginTransaction", "CreatePreparedSubstraitPlan", "Nonsense")) {
      assertThatThrownBy(() -> run(type, new byte[0], ADA))
          .hasMessageContaining("UNSUPPORTED_FEATURE");
    }
  }

  @Test
  void writesAndParametersAreRefusedByName() {
    FlightSqlClient sql = new FlightSqlClient(client);
    assertThatThrownBy(() -> sql.executeUpdate("DELETE FROM orders", ADA))
        .hasMessageContaining("NOT_READ_ONLY")
        .hasMessageContaining("read-only");
    FlightSqlClient.PreparedStatement prepared = sql.prepare(SQL, ADA);
    try (VectorSchemaRoot row = VectorSchemaRoot.create(FakeCursor.SCHEMA, lake.clientMemory)) {
      assertThatThrownBy(() -> prepared.executeUpdate(ADA)).hasMessageContaining("NOT_READ_ONLY");
      row.setRowCount(1);
      prepared.setParameters(row);
      assertThatThrownBy(() -> prepared.execute(ADA)).hasMessageContaining("UNBOUND_PARAMETERS");
      prepared.clearParameters();
    }
    prepared.close(ADA);
  }
}
