package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a principal without a grant can find out of a table, by whatever command: nothing. */
class HiddenTablesTest {
  private static final CallOption ADA = FrontendFixture.as(FrontendFixture.ADA);

  @TempDir Path directory;
  private FrontendFixture lake;
  private FlightSqlClient client;

  @BeforeEach
  void start() throws Exception {
    lake = new FrontendFixture(directory, config -> config);
    lake.tables.add("secret.x", FakeCursor.SCHEMA);
    lake.tables.add("orders", FakeCursor.SCHEMA);
    lake.engine.answer("SELECT n FROM secret.x", FakeCursor.SCHEMA, allocator -> null);
    client = lake.sql();
  }

  @AfterEach
  void stop() throws Exception {
    lake.close();
  }

  @Test
  @DisplayName("I9: by every command a table without a grant is one that does not exist")
  void i9_everyCommandAnswersAlike() {
    List<Consumer<String>> commands =
        List.of(
            table -> client.execute("SELECT n FROM " + table, ADA),
            table -> client.getExecuteSchema("SELECT n FROM " + table, ADA),
            table -> client.prepare("SELECT n FROM " + table, ADA),
            table -> client.execute("SELECT n FROM orders JOIN (SELECT n FROM " + table, ADA));
    for (Consumer<String> command : commands) {
      assertThat(answer(() -> command.accept("secret.x")).replace("secret.x", "T"))
          .isEqualTo(answer(() -> command.accept("secret.y")).replace("secret.y", "T"))
          .contains("UNKNOWN_TABLE");
    }
    assertThat(lake.engine.sessions).as("nothing was planned").isEmpty();
  }

  @Test
  @DisplayName("I9: an administrator's commands are as closed for a table that is there")
  void i9_administrationIsClosedWhateverIsThere() {
    for (String action : List.of("lake.table.describe", "lake.table.drop")) {
      String there = answer(() -> act(action, "secret.x"));
      assertThat(there.replace("secret.x", "T"))
          .isEqualTo(answer(() -> act(action, "secret.y")).replace("secret.y", "T"))
          .contains("PERMISSION_DENIED");
    }
  }

  private void act(String action, String table) {
    byte[] body =
        ("{\"format-version\":1,\"table\":\"" + table + "\"}")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    lake.client()
        .doAction(new org.apache.arrow.flight.Action(action, body), ADA)
        .forEachRemaining(result -> {});
  }

  private static String answer(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    FlightRuntimeException e = catchThrowableOfType(FlightRuntimeException.class, call);
    assertThat(e).isNotNull();
    return e.status().code() + " " + e.status().description();
  }

  @Test
  @DisplayName("I7: a statement of too many tables is refused by name, before they are looked up")
  void i7_tablesInAStatementAreBounded() {
    String sql =
        "SELECT n "
            + IntStream.range(0, 65).mapToObj(at -> "FROM t" + at).collect(Collectors.joining(" "));
    assertThatThrownBy(() -> client.execute(sql, ADA))
        .hasMessageContaining("STATEMENT_TOO_COMPLEX")
        .hasMessageContaining("65 tables; at most 64");
  }

  @Test
  @DisplayName("I5: commands and tickets of another form are refused by name")
  void i5_nonsenseIsRefusedByName() {
    for (int length : new int[] {1, 3, 40, 600}) {
      byte[] nonsense = new byte[length];
      java.util.Arrays.fill(nonsense, (byte) 1);
      assertThatThrownBy(() -> lake.client().getInfo(FlightDescriptor.command(nonsense), ADA))
          .hasMessageContaining("INVALID_ARGUMENT");
      assertThatThrownBy(() -> lake.client().getStream(new Ticket(nonsense), ADA).next())
          .hasMessageContaining("TICKET_INVALID");
    }
  }
}
