package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets in, over a real listener. */
class AuthenticationTest {
  private static final String SQL = "SELECT n FROM orders";

  @TempDir Path directory;
  private FrontendFixture lake;

  @BeforeEach
  void start() throws Exception {
    lake = new FrontendFixture(directory, config -> config);
    lake.tables.add("orders", FakeCursor.SCHEMA);
    lake.engine.answer(SQL, FakeCursor.SCHEMA, allocator -> FakeCursor.of(allocator, 1, 1));
  }

  @AfterEach
  void stop() throws Exception {
    lake.close();
  }

  private static void assertTurnedAway(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            failure -> {
              assertThat(failure.status().code()).isEqualTo(FlightStatusCode.UNAUTHENTICATED);
              assertThat(failure.status().description()).startsWith("UNAUTHENTICATED: ");
            });
  }

  @Test
  void everyCallNeedsAToken() {
    FlightClient client = lake.client();
    FlightDescriptor anything = FlightDescriptor.command(new byte[] {1});
    for (CallOption[] options :
        new CallOption[][] {{}, {FrontendFixture.as("wrong")}, {FrontendFixture.as("")}}) {
      assertTurnedAway(() -> client.getInfo(anything, options));
      assertTurnedAway(() -> client.getSchema(anything, options));
      assertTurnedAway(() -> client.pollInfo(anything, options));
      assertTurnedAway(() -> client.getStream(new Ticket(new byte[1]), options).next());
      assertTurnedAway(() -> drain(client.doAction(new Action("x"), options)));
      assertTurnedAway(() -> drain(client.listActions(options).iterator()));
      assertTurnedAway(() -> drain(client.listFlights(Criteria.ALL, options).iterator()));
    }
    assertThat(lake.server.endedCalls())
        .as("rejected calls are counted too")
        .containsEntry("GetFlightInfo:UNAUTHENTICATED", 3L)
        .containsEntry("PollFlightInfo:UNAUTHENTICATED", 3L);
  }

  private static void drain(Iterator<?> results) {
    while (results.hasNext()) {
      results.next();
    }
  }

  @Test
  void otherSchemesAreTurnedAway() {
    FlightClient client = lake.client();
    FlightDescriptor anything = FlightDescriptor.command(new byte[] {1});
    assertTurnedAway(
        () ->
            client.getInfo(anything, FrontendFixture.header("authorization", FrontendFixture.ADA)));
    assertTurnedAway(
        () ->
            client.getInfo(
                anything,
                FrontendFixture.header("authorization", "Basic " + basic(FrontendFixture.ADA))));
  }

  private static String basic(String password) {
    return Base64.getEncoder().encodeToString(("ada:" + password).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void handshakeTurnsAPasswordIntoABearerHeader() {
    FlightClient client = lake.client();
    CredentialCallOption bearer =
        client.authenticateBasicToken("anyone", FrontendFixture.ADA).orElseThrow();
    assertThat(new FlightSqlClient(client).execute(SQL, bearer).getEndpoints()).hasSize(1);
    assertTurnedAway(() -> client.authenticateBasicToken("ada", "wrong"));
  }

  @Test
  void basicCredentialsMayLackTheirPadding() {
    for (String password : new String[] {"a", "ab", "abc", "abcd"}) {
      assertThat(basic(password)).isNotNull();
    }
    FlightClient client = lake.client();
    String unpadded = basic(FrontendFixture.BOB).replace("=", "");
    assertThat(unpadded.length() % 4).as("the case is a real one").isNotZero();
    client.handshake(FrontendFixture.header("authorization", "Basic " + unpadded));
    assertTurnedAway(() -> client.handshake(FrontendFixture.header("authorization", "Basic !!!")));
  }

  @Test
  void aLongTokenPassesAndAnAbsurdOneIsTurnedAway() throws Exception {
    String token = "t".repeat(12_000);
    String file = Files.readString(lake.principalsFile);
    Files.writeString(
        lake.principalsFile,
        file.replace(FrontendFixture.sha256(FrontendFixture.ADA), FrontendFixture.sha256(token)));
    lake.clock.advance(Duration.ofSeconds(2));

    FlightSqlClient client = lake.sql();
    assertThat(client.execute(SQL, FrontendFixture.as(token)).getEndpoints()).hasSize(1);
    assertTurnedAway(() -> client.execute(SQL, FrontendFixture.as(FrontendFixture.ADA)));
    assertTurnedAway(() -> client.execute(SQL, FrontendFixture.as("x".repeat(25_000))));
  }

  @Test
  void onlyAdministratorsReachTheRegistry() {
    FlightClient client = lake.client();
    assertThatThrownBy(
            () ->
                drain(
                    client.doAction(
                        new Action(
                            "lake.table.list",
                            "{\"format-version\":1}".getBytes(StandardCharsets.UTF_8)),
                        FrontendFixture.as(FrontendFixture.ADA))))
        .hasMessageContaining("PERMISSION_DENIED");
  }
}
