package dev.lake.frontend.flight;

import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.Principals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A server on a loopback port over hand-written doubles, with three principals: ada (everything of
 * namespace main), bob (another tenant, main.shared only) and root (admin).
 */
final class FrontendFixture implements AutoCloseable {
  static final String ADA = "token-of-ada";
  static final String BOB = "token-of-bob";
  static final String ROOT = "token-of-root";

  final FakeEngine engine = new FakeEngine();
  final FakeTables tables = new FakeTables();
  final FakeDeferred deferred = new FakeDeferred();
  final BufferAllocator serverMemory = new RootAllocator();
  final BufferAllocator clientMemory = new RootAllocator();
  final MovableClock clock = new MovableClock();
  final Path principalsFile;
  final Sealer sealer;
  final LakeFlightServer server;
  private final List<FlightClient> clients = new ArrayList<>();

  FrontendFixture(Path directory, UnaryOperator<FrontendConfig> settings) throws Exception {
    principalsFile = directory.resolve("principals.yaml");
    writePrincipals(principalsFile);
    sealer = new Sealer(KeyRing.create(directory.resolve("keys.json")), "lake-test");
    FrontendServices services =
        new FrontendServices(
            Principals.load(principalsFile, clock),
            sealer,
            engine,
            tables,
            deferred,
            UnaryOperator.identity(),
            serverMemory,
            clock);
    server = LakeFlightServer.start(settings.apply(FrontendConfig.defaults()), services);
  }

  static void writePrincipals(Path file) throws IOException {
    Files.writeString(
        file,
        """
        - principal: ada
          tenant: analytics
          token-sha256: %s
          grants: ["main.*"]
        - principal: bob
          tenant: sales
          token-sha256: %s
          grants: ["main.shared"]
        - principal: root
          tenant: operations
          token-sha256: %s
          grants: ["*"]
          admin: true
        """
            .formatted(sha256(ADA), sha256(BOB), sha256(ROOT)));
  }

  static String sha256(String token) {
    try {
      byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  FlightClient client(FlightClientMiddleware.Factory... middleware) {
    FlightClient.Builder builder =
        FlightClient.builder(clientMemory, Location.forGrpcInsecure("127.0.0.1", server.port()));
    for (FlightClientMiddleware.Factory factory : middleware) {
      builder.intercept(factory);
    }
    FlightClient client = builder.build();
    clients.add(client);
    return client;
  }

  FlightSqlClient sql() {
    return new FlightSqlClient(client());
  }

  static Schema schema(FlightInfo info) {
    return info.getSchemaOptional().orElseThrow();
  }

  static CallOption as(String token) {
    return header("authorization", "Bearer " + token);
  }

  static CallOption header(String name, String value) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert(name, value);
    return new HeaderCallOption(headers);
  }

  @Override
  public void close() throws Exception {
    for (FlightClient client : clients) {
      client.close();
    }
    server.close();
    // Fails when anything of a stream was left behind (I10).
    serverMemory.close();
    clientMemory.close();
  }

  /** The time it is, unless a test moved it. */
  static final class MovableClock extends Clock {
    private volatile Duration offset = Duration.ZERO;

    void advance(Duration by) {
      offset = offset.plus(by);
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(offset);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
