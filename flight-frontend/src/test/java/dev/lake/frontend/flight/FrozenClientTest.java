package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that neither reads, nor answers, nor closes. */
class FrozenClientTest {
  private static final CallOption ADA = FrontendFixture.as(FrontendFixture.ADA);
  private static final String SQL = "SELECT endless FROM orders";

  @TempDir Path directory;

  /** The shortest that may be configured; by default it is 40 s in all. */
  private static FrontendConfig impatient(FrontendConfig config) {
    FrontendConfig.WireLimits wire = config.wire();
    return new FrontendConfig(
        config.host(),
        config.port(),
        config.tls(),
        config.audience(),
        new FrontendConfig.WireLimits(
            wire.messageBytes(),
            wire.headerBytes(),
            wire.pendingBytes(),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1)),
        config.admission(),
        config.maxTables(),
        config.queryMemoryBytes(),
        config.ticketLifetime(),
        Duration.ofSeconds(1));
  }

  @Test
  @DisplayName("I10: what a frozen client held, a stream and a held poll, comes back in time")
  void i10_aFrozenClientHoldsNothingForLong() throws Exception {
    List<FakeCursor> cursors = new CopyOnWriteArrayList<>();
    try (FrontendFixture lake = new FrontendFixture(directory, FrozenClientTest::impatient);
        FreezingProxy proxy = new FreezingProxy(lake.server.port());
        FlightClient frozen =
            FlightClient.builder(
                    lake.clientMemory, Location.forGrpcInsecure("127.0.0.1", proxy.port()))
                .build()) {
      lake.tables.add("orders", FakeCursor.SCHEMA);
      lake.engine.answer(
          SQL,
          FakeCursor.SCHEMA,
          allocator -> {
            FakeCursor cursor = FakeCursor.of(allocator, Integer.MAX_VALUE, 10_000);
            cursors.add(cursor);
            return cursor;
          });
      Ticket ticket =
          new FlightSqlClient(frozen).execute(SQL, ADA).getEndpoints().get(0).getTicket();
      FlightStream stream = frozen.getStream(ticket, ADA);
      assertThat(stream.next()).isTrue();
      CompletableFuture<?> poll =
          CompletableFuture.runAsync(
              () -> frozen.pollInfo(FlightDescriptor.command(FakeDeferred.HANDLE), ADA));
      await().until(() -> lake.deferred.held.size() == 1);

      proxy.freeze();

      await()
          .atMost(Duration.ofSeconds(15))
          .untilAsserted(
              () -> {
                assertThat(cursors.get(0).closed).isTrue();
                assertThat(lake.server.runningQueries()).isZero();
                assertThat(lake.deferred.gone).hasSize(1);
              });
      await().untilAsserted(() -> assertThat(lake.serverMemory.getAllocatedMemory()).isZero());
      stream.cancel("the test is over", null);
      stream.close();
      proxy.close();
      assertThat(poll).failsWithin(Duration.ofSeconds(10));
    }
  }
}
