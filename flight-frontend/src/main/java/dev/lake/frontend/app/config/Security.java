package dev.lake.frontend.app.config;

/**
 * How callers are met.
 *
 * @param tls which certificate ({@code frontend.tls.source})
 * @param tokens whether callers show a token ({@code frontend.principals})
 */
public record Security(Tls tls, Tokens tokens) {

  /** Where the server's certificate comes from. */
  public enum Tls {
    /** Made once for this machine and kept in the data directory. */
    GENERATED,
    /** The files of {@code frontend.tls.certificate} and {@code frontend.tls.private-key}. */
    FILES,
    /** None: plaintext, on loopback only. */
    NONE
  }

  /** Who may call. */
  public enum Tokens {
    /** The principals of the data directory's file, made at the first start. */
    GENERATED,
    /** Anybody on this machine, as administrator: on loopback only. */
    ANONYMOUS
  }
}
