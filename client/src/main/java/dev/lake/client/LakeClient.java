package dev.lake.client;

import dev.lake.protocol.Connection;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableCommand;
import dev.lake.protocol.TableResult;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * A connection to one lake, as one principal. Every failure is a {@link LakeException} with the
 * server's code, or UNAVAILABLE when the server cannot be reached. Thread-safe; what it returns is
 * not.
 */
public final class LakeClient implements AutoCloseable {
  private static final Duration ANSWER = Duration.ofMinutes(2);
  private static final Duration CLOSE = Duration.ofSeconds(5);

  /** A batch is about 1 MiB; only a single row may be larger. */
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final BufferAllocator allocator;
  private final ManagedChannel channel;
  private final FlightClient flight;

  private LakeClient(BufferAllocator allocator, ManagedChannel channel) {
    this.allocator = allocator;
    this.channel = channel;
    this.flight = FlightGrpcUtils.createFlightClientWithSharedChannel(allocator, channel);
  }

  /** Connects as the connection's own principal. Nothing is sent before the first call. */
  public static LakeClient connect(Connection connection) {
    return connect(connection.uri(), connection.tlsCa(), connection.token());
  }

  /**
   * Connects as the administrator of the connection.
   *
   * @throws LakeException PERMISSION_DENIED where the connection has no admin token
   */
  public static LakeClient connectAsAdmin(Connection connection) {
    String token =
        connection
            .adminToken()
            .orElseThrow(
                () ->
                    new LakeException(
                        ErrorCode.PERMISSION_DENIED,
                        "The connection file has no admin-token: tables are administered with one"));
    return connect(connection.uri(), connection.tlsCa(), token);
  }

  private static LakeClient connect(URI uri, Optional<Path> authorities, String token) {
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    ManagedChannel channel =
        Grpc.newChannelBuilder(
                "dns:///" + uri.getRawAuthority(), credentials(uri.getScheme(), authorities))
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
            .build();
    return new LakeClient(new RootAllocator(), channel);
  }

  private static ChannelCredentials credentials(String scheme, Optional<Path> authorities) {
    if (scheme.equals(Connection.PLAIN)) {
      return InsecureChannelCredentials.create();
    }
    TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
    try {
      if (authorities.isPresent()) {
        tls.trustManager(authorities.orElseThrow().toFile());
      }
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          e,
          "Cannot read the authorities file %s",
          authorities.orElseThrow());
    }
    return tls.build();
  }

  /** Runs a statement and streams its rows; the caller closes them. */
  public QueryRows query(String sql) {
    return ServerFailures.translated(
        () ->
            new QueryRows(
                flight,
                new FlightSqlClient(flight)
                    .execute(sql, CallOptions.timeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS))));
  }

  /** Materialized results: submit, poll, cancel and download. */
  public Exports exports() {
    return new Exports(flight, channel);
  }

  /** Sends a command to the table registry; only an administrator may. */
  public TableResult administer(TableCommand command) {
    return ServerFailures.translated(() -> TableAdministration.send(flight, command, ANSWER));
  }

  @Override
  public void close() {
    try {
      flight.close();
      channel.shutdownNow();
      channel.awaitTermination(CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      allocator.close();
    }
  }
}
