package dev.lake.frontend.flight;

import dev.lake.frontend.auth.Principals;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Decides whether the server may listen where it is told to: in the open only with TLS and tokens.
 */
public final class Exposure {
  private Exposure() {}

  /**
   * The address to listen on.
   *
   * @throws LakeException CONFIG_INVALID, naming the key that is missing or wrong
   */
  public static InetSocketAddress address(FrontendConfig config, Principals principals) {
    InetAddress host;
    try {
      host = InetAddress.getByName(config.host());
    } catch (UnknownHostException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, e, "frontend.host: '%s' is not an address here", config.host());
    }
    if (!host.isLoopbackAddress() && config.tls().isEmpty()) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          "frontend.tls.source is none: without TLS the server listens on loopback only, and"
              + " frontend.host is '%s'",
          config.host());
    }
    if (!host.isLoopbackAddress() && principals.isAnonymous()) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          "frontend.principals is missing: without tokens the server listens on loopback only, and"
              + " frontend.host is '%s'",
          config.host());
    }
    return new InetSocketAddress(host, config.port());
  }
}
