package dev.lake.frontend.flight;

import dev.lake.frontend.admission.AdmissionGate;
import dev.lake.frontend.auth.BearerAuthentication;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.interactive.StatementPlanning;
import dev.lake.frontend.interactive.StatementService;
import dev.lake.frontend.metadata.MetadataService;
import dev.lake.frontend.prepared.PreparedService;
import dev.lake.frontend.stream.StreamResources;
import dev.lake.frontend.telemetry.CallCounters;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.flight.grpc.ServerBackpressureThresholdInterceptor;
import org.apache.arrow.flight.grpc.ServerInterceptorAdapter;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Flight SQL server: the Arrow Flight service on a gRPC server of our own, so that limits,
 * authentication and counting cover every call and single methods can be replaced.
 *
 * <p>Health checks are answered without a token, and not authenticated; reflection is off.
 */
public final class LakeFlightServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LakeFlightServer.class);

  /** Far above the 4,096 endpoints of the largest result: a client may open them all at once. */
  private static final int CALLS_PER_CONNECTION = 16_384;

  /** Warns, with a stack trace, of every client that cancels. Held, so that the level stays. */
  private static final java.util.logging.Logger TRANSPORT =
      java.util.logging.Logger.getLogger("io.grpc.netty.NettyServerHandler");

  static {
    TRANSPORT.setLevel(java.util.logging.Level.SEVERE);
  }

  private final FrontendConfig config;
  private final FrontendServices services;
  private final BufferAllocator allocator;
  private final ServerThreads threads;
  private final HealthStatusManager health = new HealthStatusManager();
  private final CallCounters counters = new CallCounters();
  private final AdmissionGate gate;
  private final Server server;

  private LakeFlightServer(FrontendConfig config, FrontendServices services) {
    this.config = config;
    this.services = services;
    InetSocketAddress address = Exposure.address(config, services.principals());
    SslContext tls = config.tls().map(LakeFlightServer::sslContext).orElse(null);
    this.allocator = services.allocator().newChildAllocator("flight", 0, Long.MAX_VALUE);
    this.threads = new ServerThreads(config.admission().running() + 4);
    this.gate = new AdmissionGate(config.admission(), threads.timer);
    FrontendConfig.WireLimits wire = config.wire();
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(address)
            .executor(threads.calls)
            .maxInboundMessageSize(wire.messageBytes())
            .maxInboundMetadataSize(wire.headerBytes())
            .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION)
            .keepAliveTime(wire.keepAlive().toMillis(), TimeUnit.MILLISECONDS)
            .keepAliveTimeout(wire.keepAliveTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .permitKeepAliveTime(10, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(
                ServerInterceptors.intercept(
                    service(), new ServerBackpressureThresholdInterceptor(wire.pendingBytes())))
            .addService(health.getHealthService())
            .intercept(
                new ServerInterceptorAdapter(
                    List.of(
                        new ServerInterceptorAdapter.KeyFactory<>(
                            Caller.KEY, new BearerAuthentication(services.principals())))))
            .intercept(counters); // added last, runs first
    if (tls != null) {
      builder.sslContext(tls);
    }
    this.server = builder.build();
  }

  /**
   * Starts a server; it answers when this returns.
   *
   * @throws LakeException CONFIG_INVALID or PORT_IN_USE, naming the key
   */
  public static LakeFlightServer start(FrontendConfig config, FrontendServices services) {
    LakeFlightServer server = new LakeFlightServer(config, services);
    try {
      server.server.start();
    } catch (IOException e) {
      server.close();
      throw cannotListen(config, e);
    }
    server.health.setStatus("", ServingStatus.SERVING);
    server.health.setStatus(FlightConstants.SERVICE, ServingStatus.SERVING);
    LOG.info(
        "Flight SQL listens on {}:{}, TLS {}",
        config.host(),
        server.port(),
        config.tls().isPresent() ? "on" : "off");
    return server;
  }

  /** The port it listens on. */
  public int port() {
    return server.getPort();
  }

  /** How many calls ended so far, by {@code Method:STATUS}. */
  public Map<String, Long> endedCalls() {
    return counters.snapshot();
  }

  /** How many interactive queries run now. */
  public int runningQueries() {
    return gate.running();
  }

  /** Takes no more calls, lets running ones end within the grace time, then cuts them off. */
  @Override
  public void close() {
    health.enterTerminalState();
    server.shutdown();
    services.deferred().drain();
    try {
      if (!server.awaitTermination(config.shutdownGrace().toMillis(), TimeUnit.MILLISECONDS)) {
        server.shutdownNow();
        server.awaitTermination(5, TimeUnit.SECONDS);
      }
      threads.close();
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    try {
      allocator.close();
    } catch (IllegalStateException e) {
      LOG.error("Not all memory of the streams came back", e);
    }
  }

  @SuppressWarnings("deprecation") // the service wants a handler of Arrow's older authentication
  private ServerServiceDefinition service() {
    StreamResources resources =
        new StreamResources(allocator, config.queryMemoryBytes(), threads.streams, threads.workers);
    StatementPlanning planning =
        new StatementPlanning(services.engine(), services.tables(), config.maxTables());
    StatementService statements =
        new StatementService(
            planning,
            services.engine(),
            new StatementService.TicketPolicy(
                services.sealer(), services.clock(), config.audience(), config.ticketLifetime()),
            gate,
            resources);
    PreparedService prepared = new PreparedService(planning, services.sealer(), services.clock());
    StatementCommands commands = new StatementCommands(prepared, services.clock());
    Actions actions =
        new Actions(commands, prepared, services.deferred(), new TableActions(services.tables()));
    MetadataService metadata = new MetadataService(services.tables(), resources);
    ServerServiceDefinition arrow =
        FlightGrpcUtils.createFlightService(
                allocator,
                new LakeProducer(commands, statements, metadata, actions),
                ServerAuthHandler.NO_OP,
                threads.workers)
            .bindService();
    ReplacedMethods replaced = new ReplacedMethods(commands, services.deferred());
    return services.overlay().apply(replaced.over(arrow));
  }

  private static SslContext sslContext(FrontendConfig.TlsFiles files) {
    readable(files.certificate(), "frontend.tls.certificate");
    readable(files.privateKey(), "frontend.tls.private-key");
    try {
      return GrpcSslContexts.forServer(files.certificate().toFile(), files.privateKey().toFile())
          .protocols("TLSv1.3", "TLSv1.2")
          .build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          e,
          "frontend.tls: certificate and private-key must be PEM files that belong together, the"
              + " key in PKCS#8 form");
    }
  }

  private static void readable(Path file, String key) {
    if (!Files.isReadable(file)) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, "%s: cannot read %s", key, file);
    }
  }

  private static LakeException cannotListen(FrontendConfig config, IOException cause) {
    for (Throwable e = cause; e != null; e = e.getCause()) {
      // The native transport has an exception of its own, told apart by its text only.
      if (String.valueOf(e.getMessage()).contains("Address already in use")) {
        return new LakeException(
            ErrorCode.PORT_IN_USE,
            cause,
            "Port %d on %s is in use; choose another by frontend.port",
            config.port(),
            config.host());
      }
    }
    return new LakeException(
        ErrorCode.CONFIG_INVALID,
        cause,
        "Cannot listen on port %d of %s (frontend.port, frontend.host)",
        config.port(),
        config.host());
  }
}
