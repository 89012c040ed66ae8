package dev.lake.frontend.flight;

import dev.lake.frontend.admission.AdmissionLimits;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How the Flight server listens and what it allows.
 *
 * @param host address to listen on ({@code frontend.host})
 * @param port port to listen on, 0 for any free one ({@code frontend.port})
 * @param tls certificate and key; empty means plaintext, allowed on loopback only ({@code
 *     frontend.tls})
 * @param audience names the deployment inside sealed tickets; tickets of another are refused
 * @param wire bounds of connections and messages
 * @param admission bounds on running interactive queries
 * @param maxTables how many tables one statement may read
 * @param queryMemoryBytes Arrow memory of one interactive query
 * @param ticketLifetime how long a statement's ticket can be redeemed
 * @param shutdownGrace how long running calls may go on once the server stops
 */
public record FrontendConfig(
    String host,
    int port,
    Optional<TlsFiles> tls,
    String audience,
    WireLimits wire,
    AdmissionLimits admission,
    int maxTables,
    long queryMemoryBytes,
    Duration ticketLifetime,
    Duration shutdownGrace) {

  /** Checks every bound; messages name the key. */
  public FrontendConfig {
    require(!host.isBlank(), "frontend.host must not be empty");
    require(port >= 0 && port <= 65_535, "frontend.port must be between 0 and 65535");
    require(!audience.isBlank(), "frontend.audience must not be empty");
    require(maxTables > 0, "frontend.max-tables must be positive");
    require(queryMemoryBytes >= 1 << 20, "frontend.query-memory must be at least 1 MiB");
    require(positive(ticketLifetime), "frontend.ticket-lifetime must be positive");
    require(positive(shutdownGrace), "frontend.shutdown-grace must be positive");
  }

  /** The documented defaults, on a free port of the loopback address, without TLS. */
  public static FrontendConfig defaults() {
    return new FrontendConfig(
        "127.0.0.1",
        0,
        Optional.empty(),
        "lake",
        WireLimits.defaults(),
        AdmissionLimits.defaults(),
        64,
        256L << 20,
        Duration.ofMinutes(15),
        Duration.ofSeconds(20));
  }

  /** The same, listening elsewhere. */
  public FrontendConfig at(String newHost, int newPort, Optional<TlsFiles> newTls) {
    return new FrontendConfig(
        newHost,
        newPort,
        newTls,
        audience,
        wire,
        admission,
        maxTables,
        queryMemoryBytes,
        ticketLifetime,
        shutdownGrace);
  }

  /** The same with other bounds on running queries. */
  public FrontendConfig withAdmission(AdmissionLimits limits) {
    return new FrontendConfig(
        host,
        port,
        tls,
        audience,
        wire,
        limits,
        maxTables,
        queryMemoryBytes,
        ticketLifetime,
        shutdownGrace);
  }

  /**
   * Certificate chain and private key of the server, PEM files.
   *
   * @param certificate {@code frontend.tls.certificate}
   * @param privateKey {@code frontend.tls.private-key}, PKCS#8
   */
  public record TlsFiles(Path certificate, Path privateKey) {}

  /**
   * Bounds of connections and messages.
   *
   * @param messageBytes largest request message
   * @param headerBytes all request headers together
   * @param pendingBytes what a stream may hold for a client that does not read, outside Arrow's
   *     accounting
   * @param keepAlive after how much silence a client is pinged
   * @param keepAliveTimeout how long its answer may take before the connection is closed
   */
  public record WireLimits(
      int messageBytes,
      int headerBytes,
      int pendingBytes,
      Duration keepAlive,
      Duration keepAliveTimeout) {

    /** Checks every bound; messages name the key. */
    public WireLimits {
      require(messageBytes >= 1 << 20, "frontend.max-message must be at least 1 MiB");
      require(headerBytes >= 8 << 10, "frontend.max-headers must be at least 8 KiB");
      require(
          pendingBytes >= 64 << 10 && pendingBytes <= 1 << 20,
          "frontend.pending-bytes must be between 64 KiB and 1 MiB");
      require(
          keepAlive.compareTo(Duration.ofSeconds(10)) >= 0,
          "frontend.keep-alive must be at least 10 s");
      require(positive(keepAliveTimeout), "frontend.keep-alive-timeout must be positive");
    }

    /** The documented defaults. */
    public static WireLimits defaults() {
      return new WireLimits(
          4 << 20, 32 << 10, 256 << 10, Duration.ofSeconds(30), Duration.ofSeconds(10));
    }
  }

  private static boolean positive(Duration duration) {
    return !duration.isZero() && !duration.isNegative();
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, message);
    }
  }
}
