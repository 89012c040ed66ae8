package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lake.coordinator.ticket.SealKind;
import dev.lake.frontend.admission.AdmissionLimits;
import dev.lake.frontend.status.Statuses;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PreparedClaims;
import dev.lake.protocol.PreparedClaimsCodec;
import dev.lake.protocol.StatementClaims;
import dev.lake.protocol.StatementClaimsCodec;
import dev.lake.protocol.TypeMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interactive path through a real listener, over doubles of the engine and the registry. */
class StatementsTest {
  private static final String SQL = "SELECT n FROM orders";
  private static final CallOption ADA = FrontendFixture.as(FrontendFixture.ADA);
  private static final CallOption BOB = FrontendFixture.as(FrontendFixture.BOB);

  @TempDir Path directory;
  private FrontendFixture lake;
  private FlightSqlClient client;
  private final List<FakeCursor> cursors = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    lake =
        new FrontendFixture(
            directory,
            config -> config.withAdmission(new AdmissionLimits(3, 2, 10, Duration.ofMillis(300))));
    client = lake.sql();
    lake.tables.add("orders", FakeCursor.SCHEMA);
    lake.tables.add("shared", FakeCursor.SCHEMA);
    lake.tables.add("secret.x", FakeCursor.SCHEMA);
    answer(SQL, 3, 10);
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    lake.close();
  }

  private void answer(String sql, int batches, int rows) {
    lake.engine.answer(
        sql,
        FakeCursor.SCHEMA,
        allocator -> {
          FakeCursor cursor = FakeCursor.of(allocator, batches, rows);
          cursors.add(cursor);
          return cursor;
        });
  }

  private static Ticket ticket(FlightInfo info) {
    return info.getEndpoints().get(0).getTicket();
  }

  private static ByteString handle(Ticket ticket) throws Exception {
    return Any.parseFrom(ticket.getBytes()).unpack(TicketStatementQuery.class).getStatementHandle();
  }

  private static Ticket ticket(byte[] handle) {
    return new Ticket(
        Any.pack(
                TicketStatementQuery.newBuilder()
                    .setStatementHandle(ByteString.copyFrom(handle))
                    .build())
            .toByteArray());
  }

  private List<Long> numbers(Ticket ticket, CallOption... options) throws Exception {
    List<Long> numbers = new ArrayList<>();
    try (FlightStream stream = client.getStream(ticket, options)) {
      while (stream.next()) {
        for (int i = 0; i < stream.getRoot().getRowCount(); i++) {
          numbers.add((Long) stream.getRoot().getVector("n").getObject(i));
        }
      }
    }
    return numbers;
  }

  private static void assertFails(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call,
      FlightStatusCode code,
      ErrorCode error) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            failure -> {
              assertThat(failure.status().code()).isEqualTo(code);
              assertThat(failure.status().description()).startsWith(error + ": ");
              assertThat(failure.status().metadata().get(Statuses.ERROR_CODE_HEADER))
                  .isEqualTo(error.name());
            });
  }

  @Test
  @DisplayName("I1: info, GetSchema, prepared statement and stream carry one schema")
  void i1OneSchemaEverywhere() throws Exception {
    FlightInfo info = client.execute(SQL, ADA);
    assertThat(FrontendFixture.schema(info)).isEqualTo(FakeCursor.SCHEMA);
    assertThat(client.getExecuteSchema(SQL, ADA).getSchema()).isEqualTo(FakeCursor.SCHEMA);
    FlightSqlClient.PreparedStatement prepared = client.prepare(SQL, ADA);
    assertThat(prepared.getResultSetSchema()).isEqualTo(FakeCursor.SCHEMA);
    assertThat(prepared.getParameterSchema()).isEqualTo(new Schema(List.of()));
    assertThat(prepared.fetchSchema(ADA).getSchema()).isEqualTo(FakeCursor.SCHEMA);
    prepared.close(ADA);
    try (FlightStream stream = client.getStream(ticket(info), ADA)) {
      assertThat(stream.getSchema()).isEqualTo(FakeCursor.SCHEMA);
    }
  }

  @Test
  void aStatementBecomesOneEndpointAndAllItsRows() throws Exception {
    FlightInfo info = client.execute(SQL, ADA);

    assertThat(info.getEndpoints()).hasSize(1);
    FlightEndpoint endpoint = info.getEndpoints().get(0);
    assertThat(endpoint.getLocations()).as("no location keeps the connection").isEmpty();
    assertThat(endpoint.getExpirationTime()).isPresent();
    assertThat(info.getDescriptor().isCommand()).isTrue();
    assertThat(numbers(endpoint.getTicket(), ADA)).hasSize(30).startsWith(0L).endsWith(29L);
    await().untilAsserted(() -> assertThat(lake.server.runningQueries()).isZero());
    assertThat(cursors).allMatch(cursor -> cursor.closed.get());
  }

  @Test
  void anEmptyAnswerIsAStreamWithItsSchema() throws Exception {
    answer("SELECT nothing FROM orders", 0, 0);
    FlightInfo info = client.execute("SELECT nothing FROM orders", ADA);
    try (FlightStream stream = client.getStream(ticket(info), ADA)) {
      assertThat(stream.getSchema()).isEqualTo(FakeCursor.SCHEMA);
      assertThat(stream.next()).isFalse();
    }
  }

  @Test
  @DisplayName("I2: a ticket reads the versions that were pinned, whatever is current at DoGet")
  void i2TheClaimsRule() throws Exception {
    FlightInfo info = client.execute(SQL, ADA);
    lake.tables.drop(dev.lake.protocol.TableName.parse("orders"));

    assertThat(numbers(ticket(info), ADA)).hasSize(30);
    assertThat(lake.engine.planned)
        .singleElement()
        .satisfies(pinned -> assertThat(pinned.tables().get(0).version()).isEqualTo(7));
  }

  @Test
  void headersCountWhenPlannedAndNotAtDoGet() throws Exception {
    FlightInfo info =
        client.execute(
            SQL,
            ADA,
            FrontendFixture.header("x-lake-time-zone", "Asia/Kolkata"),
            FrontendFixture.header("x-lake-types", "exact"));
    numbers(ticket(info), ADA, FrontendFixture.header("x-lake-time-zone", "Europe/Berlin"));

    assertThat(lake.engine.sessions)
        .hasSize(2)
        .allSatisfy(
            session -> {
              assertThat(session.timeZone()).isEqualTo(ZoneId.of("Asia/Kolkata"));
              assertThat(session.typeMode()).isEqualTo(TypeMode.EXACT);
            });
    assertThat(lake.engine.sessions.get(0)).isEqualTo(lake.engine.sessions.get(1));
  }

  @Test
  void wrongHeadersAreNamed() {
    assertFails(
        () -> client.execute(SQL, ADA, FrontendFixture.header("x-lake-time-zone", "Mars/Base")),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.INVALID_ARGUMENT);
    assertFails(
        () -> client.execute(SQL, ADA, FrontendFixture.header("x-lake-types", "loose")),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void aTypeModeThatDoesNotExistYetIsRefusedByName() {
    assertThatThrownBy(
            () -> client.execute(SQL, ADA, FrontendFixture.header("x-lake-types", "sql")))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNIMPLEMENTED))
        .hasMessageContaining("UNSUPPORTED_FEATURE")
        .hasMessageContaining("x-lake-types: only 'exact' exists in this version");
    assertThat(lake.engine.sessions).isEmpty();
  }

  @Test
  @DisplayName("I9: a table without a grant answers exactly as one that does not exist")
  void i9NoGrantLooksLikeNoTable() {
    lake.engine.answer("SELECT n FROM secret.x", FakeCursor.SCHEMA, allocator -> null);
    assertThat(failure("SELECT n FROM secret.x").replace("secret.x", "T"))
        .isEqualTo(failure("SELECT n FROM secret.y").replace("secret.y", "T"))
        .contains("UNKNOWN_TABLE");
    assertThat(failure("SELECT n FROM Orders")).contains("did you mean main.orders?");
  }

  private String failure(String sql) {
    try {
      client.execute(sql, ADA);
      return "no failure";
    } catch (FlightRuntimeException e) {
      return e.status().code() + " " + e.status().description();
    }
  }

  @Test
  void whatIsWrongWithAStatementReachesTheClient() {
    assertFails(
        () -> client.execute("SELEC 1", ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.SYNTAX_ERROR);
    assertFails(
        () -> client.execute("DROP TABLE orders", ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.NOT_READ_ONLY);
    assertFails(
        () -> client.prepare("DROP TABLE orders", ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.NOT_READ_ONLY);
  }

  @Test
  void aFailureInMidStreamHasItsCode() throws Exception {
    lake.engine.answer(
        SQL,
        FakeCursor.SCHEMA,
        allocator ->
            FakeCursor.failingAfter(
                allocator, 2, new LakeException(ErrorCode.DATA_LOSS, "rows disagree")));
    FlightInfo info = client.execute(SQL, ADA);
    assertThatThrownBy(() -> numbers(ticket(info), ADA)).hasMessageContaining("DATA_LOSS");
    await().untilAsserted(() -> assertThat(lake.server.runningQueries()).isZero());
  }

  @Test
  void anUnexpectedFailureTellsNothing() throws Exception {
    lake.engine.answer(
        SQL,
        FakeCursor.SCHEMA,
        allocator -> {
          throw new IllegalStateException("cannot read s3://bucket/secret");
        });
    Ticket ticket = ticket(client.execute(SQL, ADA));
    assertThatThrownBy(() -> numbers(ticket, ADA))
        .hasMessageContaining("INTERNAL: internal error")
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("IllegalState");
    await().untilAsserted(() -> assertThat(lake.server.runningQueries()).isZero());
  }

  @Test
  @DisplayName("I5: a ticket opens for its principal only, unchanged and in time")
  void i5TicketsAreRefusedByName() throws Exception {
    Ticket good = ticket(client.execute(SQL, ADA));
    byte[] handle = handle(good).toByteArray();

    assertFails(
        () -> numbers(good, BOB), FlightStatusCode.UNAUTHORIZED, ErrorCode.PERMISSION_DENIED);
    byte[] forged = handle.clone();
    forged[forged.length / 2] ^= 1;
    assertFails(
        () -> numbers(ticket(forged), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
    byte[] truncated = java.util.Arrays.copyOf(handle, handle.length - 1);
    assertFails(
        () -> numbers(ticket(truncated), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
    byte[] older = handle.clone();
    older[0]--;
    assertFails(
        () -> numbers(ticket(older), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
    assertFails(
        () -> numbers(new Ticket(new byte[] {9, 9, 9}), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
    assertFails(
        () -> numbers(ticket(new byte[0]), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
    lake.clock.advance(Duration.ofMinutes(16));
    assertFails(
        () -> numbers(good, ADA), FlightStatusCode.UNAUTHENTICATED, ErrorCode.TICKET_EXPIRED);
  }

  @Test
  @DisplayName("I5: a handle of one kind or audience opens for no other")
  void i5KindsAndAudiencesDoNotMix() throws Exception {
    Ticket good = ticket(client.execute(SQL, ADA));
    StatementClaims claims =
        StatementClaimsCodec.read(lake.sealer.open(SealKind.STATEMENT, handle(good).toByteArray()));
    byte[] prepared =
        lake.sealer.seal(
            SealKind.PREPARED,
            PreparedClaimsCodec.write(
                new PreparedClaims(SQL, claims.session(), claims.principal(), claims.issued())));
    assertFails(
        () -> numbers(ticket(prepared), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
    StatementClaims elsewhere =
        new StatementClaims(
            claims.sql(),
            claims.snapshots(),
            claims.session(),
            claims.principal(),
            "another",
            claims.issued(),
            claims.expires());
    byte[] foreign = lake.sealer.seal(SealKind.STATEMENT, StatementClaimsCodec.write(elsewhere));
    assertFails(
        () -> numbers(ticket(foreign), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.TICKET_INVALID);
  }

  @Test
  @DisplayName("I5: the bytes of a ticket reveal nothing")
  void i5TicketsRevealNothing() throws Exception {
    String text =
        new String(
            ticket(client.execute(SQL, ADA)).getBytes(),
            java.nio.charset.StandardCharsets.ISO_8859_1);
    assertThat(text).doesNotContain("orders", "ada", "analytics", "lance", "/data");
  }

  @Test
  void aGrantThatWasWithdrawnEndsItsTickets() throws Exception {
    Ticket good = ticket(client.execute(SQL, ADA));
    String text = Files.readString(lake.principalsFile);
    Files.writeString(lake.principalsFile, text.replace("main.*", "main.other"));
    lake.clock.advance(Duration.ofSeconds(2));
    assertFails(
        () -> numbers(good, ADA), FlightStatusCode.UNAUTHORIZED, ErrorCode.PERMISSION_DENIED);
  }

  @Test
  @DisplayName("I10: a client that cancels or goes away stops its statement")
  void i10CancelStopsTheStatement() throws Exception {
    answer("SELECT endless FROM orders", Integer.MAX_VALUE, 10_000);
    Ticket ticket = ticket(client.execute("SELECT endless FROM orders", ADA));

    FlightStream cancelled = client.getStream(ticket, ADA);
    assertThat(cancelled.next()).isTrue();
    cancelled.cancel("enough", null);
    cancelled.close();
    await()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(cursors.get(0).closed).isTrue());

    try (FlightSqlClient leaving = lake.sql()) {
      FlightStream stream = leaving.getStream(ticket, ADA);
      assertThat(stream.next()).isTrue();
      stream.close();
    }
    await()
        .atMost(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(cursors.get(1).closed).isTrue());
    await().untilAsserted(() -> assertThat(lake.server.runningQueries()).isZero());
  }

  @Test
  @DisplayName("I7: a client that does not read stops the statement from producing")
  void i7BackPressure() throws Exception {
    answer("SELECT endless FROM orders", Integer.MAX_VALUE, 100_000);
    Ticket ticket = ticket(client.execute("SELECT endless FROM orders", ADA));
    try (FlightStream stream = client.getStream(ticket, ADA)) {
      assertThat(stream.next()).isTrue();
      await()
          .during(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(10))
          .until(() -> cursors.get(0).given.get(), new StopsGrowing()::test);
      assertThat(cursors.get(0).given.get()).isLessThan(50);
      assertThat(lake.serverMemory.getAllocatedMemory()).isLessThan(8 << 20);
      stream.cancel("seen", null);
    }
  }

  private static final class StopsGrowing {
    private int last = -1;

    boolean test(int now) {
      boolean same = now == last;
      last = now;
      return same;
    }
  }

  @Test
  @DisplayName("I7: running statements are bounded per tenant; the rest wait, then fail by name")
  void i7QueueTimeout() throws Exception {
    answer("SELECT endless FROM orders", Integer.MAX_VALUE, 10_000);
    Ticket ticket = ticket(client.execute("SELECT endless FROM orders", ADA));
    FlightStream first = client.getStream(ticket, ADA);
    FlightStream second = client.getStream(ticket, ADA);
    assertThat(first.next()).isTrue();
    assertThat(second.next()).isTrue();

    assertFails(
        () -> numbers(ticket, ADA), FlightStatusCode.RESOURCE_EXHAUSTED, ErrorCode.QUEUE_TIMEOUT);
    answer("SELECT n FROM shared", 1, 5);
    assertThat(numbers(ticket(client.execute("SELECT n FROM shared", BOB)), BOB))
        .as("another tenant is not held up")
        .hasSize(5);
    first.cancel("enough", null);
    first.close();
    Ticket small = ticket(client.execute(SQL, ADA));
    assertThat(numbers(small, ADA)).hasSize(30);
    second.cancel("enough", null);
    second.close();
  }

  @Test
  void aPreparedStatementRunsAndBelongsToItsPrincipal() throws Exception {
    FlightSqlClient.PreparedStatement prepared = client.prepare(SQL, ADA);
    assertThat(numbers(ticket(prepared.execute(ADA)), ADA)).hasSize(30);
    lake.clock.advance(Duration.ofDays(30));
    assertThat(numbers(ticket(prepared.execute(ADA)), ADA)).hasSize(30);
    assertFails(
        () -> prepared.execute(BOB), FlightStatusCode.UNAUTHORIZED, ErrorCode.PERMISSION_DENIED);
    prepared.close(ADA);
  }

  @Test
  void commandsThatAreNoneAreRefused() {
    assertFails(
        () -> lake.client().getInfo(FlightDescriptor.path("orders"), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.INVALID_ARGUMENT);
    assertFails(
        () -> lake.client().getInfo(FlightDescriptor.command(new byte[] {1, 2}), ADA),
        FlightStatusCode.INVALID_ARGUMENT,
        ErrorCode.INVALID_ARGUMENT);
    assertFails(
        () -> client.executeSubstrait(new FlightSqlClient.SubstraitPlan(new byte[1], "1"), ADA),
        FlightStatusCode.UNIMPLEMENTED,
        ErrorCode.UNSUPPORTED_FEATURE);
    byte[] inTransaction =
        Any.pack(
                CommandStatementQuery.newBuilder()
                    .setQuery(SQL)
                    .setTransactionId(ByteString.copyFromUtf8("t"))
                    .build())
            .toByteArray();
    assertFails(
        () -> lake.client().getInfo(FlightDescriptor.command(inTransaction), ADA),
        FlightStatusCode.UNIMPLEMENTED,
        ErrorCode.UNSUPPORTED_FEATURE);
  }
}
