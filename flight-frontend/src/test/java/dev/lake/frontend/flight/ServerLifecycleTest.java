package dev.lake.frontend.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.app.local.LocalCertificate;
import dev.lake.frontend.auth.Principals;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the server listens, and how it stops. */
class ServerLifecycleTest {
  @TempDir Path directory;

  private FrontendServices services(Principals principals, BufferAllocator memory) {
    FakeEngine engine = new FakeEngine();
    engine.answer("SELECT 1", FakeCursor.SCHEMA, allocator -> FakeCursor.of(allocator, 1, 1));
    return new FrontendServices(
        principals,
        new Sealer(KeyRing.create(directory.resolve("keys.json")), "lake-test"),
        engine,
        new FakeTables(),
        new FakeDeferred(),
        UnaryOperator.identity(),
        memory,
        Clock.systemUTC());
  }

  private Principals principals() throws Exception {
    Path file = directory.resolve("principals.yaml");
    FrontendFixture.writePrincipals(file);
    return Principals.load(file, Clock.systemUTC());
  }

  private void assertRefused(
      FrontendConfig config, Principals principals, ErrorCode code, String key) {
    try (BufferAllocator memory = new RootAllocator()) {
      assertThatThrownBy(() -> LakeFlightServer.start(config, services(principals, memory)))
          .isInstanceOfSatisfying(
              LakeException.class,
              refusal -> {
                assertThat(refusal.code()).isEqualTo(code);
                assertThat(refusal).hasMessageContaining(key);
              });
    }
  }

  @Test
  void inTheOpenItNeedsTlsAndTokens() throws Exception {
    FrontendConfig open = FrontendConfig.defaults().at("0.0.0.0", 0, Optional.empty());
    assertRefused(open, principals(), ErrorCode.CONFIG_INVALID, "frontend.tls");
    LocalCertificate certificate = LocalCertificate.ensure(directory, Clock.systemUTC());
    FrontendConfig tls = open.at("0.0.0.0", 0, Optional.of(files(certificate)));
    Files.deleteIfExists(directory.resolve("keys.json"));
    assertRefused(tls, Principals.anonymous(), ErrorCode.CONFIG_INVALID, "frontend.principals");
  }

  private static FrontendConfig.TlsFiles files(LocalCertificate certificate) {
    return new FrontendConfig.TlsFiles(certificate.chain(), certificate.key());
  }

  @Test
  void wrongTlsFilesAreNamed() throws Exception {
    Path missing = directory.resolve("missing.pem");
    FrontendConfig config =
        FrontendConfig.defaults()
            .at("127.0.0.1", 0, Optional.of(new FrontendConfig.TlsFiles(missing, missing)));
    assertRefused(config, principals(), ErrorCode.CONFIG_INVALID, "frontend.tls.certificate");
    Path nonsense = Files.writeString(directory.resolve("nonsense.pem"), "nothing");
    Files.deleteIfExists(directory.resolve("keys.json"));
    FrontendConfig other =
        config.at("127.0.0.1", 0, Optional.of(new FrontendConfig.TlsFiles(nonsense, nonsense)));
    assertRefused(other, principals(), ErrorCode.CONFIG_INVALID, "frontend.tls");
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FrontendConfig config =
          FrontendConfig.defaults().at("127.0.0.1", taken.getLocalPort(), Optional.empty());
      assertRefused(config, principals(), ErrorCode.PORT_IN_USE, "frontend.port");
    }
  }

  @Test
  void onLoopbackItMayBeOpenToEveryone() throws Exception {
    try (BufferAllocator memory = new RootAllocator();
        LakeFlightServer server =
            LakeFlightServer.start(
                FrontendConfig.defaults(), services(Principals.anonymous(), memory));
        BufferAllocator clientMemory = new RootAllocator();
        FlightSqlClient client =
            new FlightSqlClient(
                FlightClient.builder(
                        clientMemory, Location.forGrpcInsecure("127.0.0.1", server.port()))
                    .build())) {
      assertThat(client.execute("SELECT 1").getEndpoints()).hasSize(1);
    }
  }

  @Test
  void overTlsItServesThoseWhoTrustIt() throws Exception {
    LocalCertificate certificate = LocalCertificate.ensure(directory, Clock.systemUTC());
    FrontendConfig config =
        FrontendConfig.defaults().at("127.0.0.1", 0, Optional.of(files(certificate)));
    try (BufferAllocator memory = new RootAllocator();
        LakeFlightServer server = LakeFlightServer.start(config, services(principals(), memory));
        BufferAllocator clientMemory = new RootAllocator();
        InputStream trusted = Files.newInputStream(certificate.authority());
        FlightSqlClient client =
            new FlightSqlClient(
                FlightClient.builder(clientMemory, Location.forGrpcTls("127.0.0.1", server.port()))
                    .trustedCertificates(trusted)
                    .build());
        FlightSqlClient plain =
            new FlightSqlClient(
                FlightClient.builder(
                        clientMemory, Location.forGrpcInsecure("127.0.0.1", server.port()))
                    .build())) {
      assertThat(client.execute("SELECT 1", FrontendFixture.as(FrontendFixture.ADA)).getEndpoints())
          .hasSize(1);
      assertThatThrownBy(() -> plain.execute("SELECT 1", FrontendFixture.as(FrontendFixture.ADA)))
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              failure ->
                  assertThat(failure.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE));
    }
  }

  @Test
  void healthNeedsNoTokenAndReflectionIsOff() throws Exception {
    try (FrontendFixture lake = new FrontendFixture(directory, config -> config)) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", lake.server.port()).usePlaintext().build();
      try {
        assertThat(
                HealthGrpc.newBlockingStub(channel)
                    .check(HealthCheckRequest.getDefaultInstance())
                    .getStatus())
            .isEqualTo(ServingStatus.SERVING);
        assertThatThrownBy(
                () ->
                    io.grpc.stub.ClientCalls.blockingUnaryCall(
                        channel,
                        HealthGrpc.getCheckMethod().toBuilder()
                            .setFullMethodName(
                                "grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
                            .build(),
                        io.grpc.CallOptions.DEFAULT,
                        HealthCheckRequest.getDefaultInstance()))
            .isInstanceOfSatisfying(
                StatusRuntimeException.class,
                failure ->
                    assertThat(failure.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED));
      } finally {
        channel.shutdownNow();
        channel.awaitTermination(5, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void stoppingAnswersHeldPollsAtOnce() throws Exception {
    try (FrontendFixture lake = new FrontendFixture(directory, config -> config)) {
      FlightClient client = lake.client();
      CompletableFuture<PollInfo> held =
          CompletableFuture.supplyAsync(
              () ->
                  client.pollInfo(
                      FlightDescriptor.command(FakeDeferred.HANDLE),
                      FrontendFixture.as(FrontendFixture.ADA)));
      org.awaitility.Awaitility.await().until(() -> lake.deferred.held.size() == 1);
      lake.server.close();
      assertThat(held.get(5, TimeUnit.SECONDS).getProgress()).contains(0.25);
    }
  }
}
