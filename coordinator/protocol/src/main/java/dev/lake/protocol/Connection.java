package dev.lake.protocol;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a client needs to reach a lake: the content of {@code connection.json}.
 *
 * @param uri {@code grpc+tls://host:port}, or {@code grpc+tcp://host:port} without TLS
 * @param tlsCa PEM file of the authorities to trust; empty: those of the machine
 * @param token of the principal that asks
 * @param adminToken of the principal that administers tables, where the file's reader may
 */
public record Connection(URI uri, Optional<Path> tlsCa, String token, Optional<String> adminToken) {
  public static final String TLS = "grpc+tls";
  public static final String PLAIN = "grpc+tcp";

  public Connection {
    String scheme = String.valueOf(uri.getScheme());
    Check.that(
        scheme.equals(TLS) || scheme.equals(PLAIN),
        "uri",
        "grpc+tls://host:port or grpc+tcp://host:port");
    Check.that(
        uri.getHost() != null && uri.getPort() > 0,
        "uri",
        "grpc+tls://host:port or grpc+tcp://host:port");
    Check.plain(token, "token", 4096);
    adminToken.ifPresent(admin -> Check.plain(admin, "admin token", 4096));
  }

  /** Whether the connection is encrypted. */
  public boolean tls() {
    return TLS.equals(uri.getScheme());
  }

  /** Shows where, never the tokens. */
  @Override
  public String toString() {
    return "Connection[" + uri + "]";
  }
}
