package dev.lake.protocol;

/** The claims of an interactive statement's ticket, before they are sealed. */
public final class StatementClaimsCodec {
  /** Leaves room for the seal inside 512 KiB. */
  static final int MAX_BYTES = 512 * 1024 - 64;

  private static final WireFormat<StatementClaims> FORMAT =
      new WireFormat<>(
          "statement ticket",
          1,
          MAX_BYTES,
          ErrorCode.TICKET_INVALID,
          ErrorCode.STATEMENT_TOO_LARGE,
          StatementClaimsCodec::fields,
          StatementClaimsCodec::claims);

  private StatementClaimsCodec() {}

  /**
   * The claims as bytes.
   *
   * @throws LakeException STATEMENT_TOO_LARGE past what a ticket holds
   */
  public static byte[] write(StatementClaims claims) {
    return FORMAT.write(claims);
  }

  /**
   * The claims of the bytes.
   *
   * @throws LakeException TICKET_INVALID for anything but what {@link #write} made
   */
  public static StatementClaims read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, StatementClaims claims) {
    out.text("sql", claims.sql());
    JsonShapes.snapshots(out, claims.snapshots())
        .object("session", claims.session(), JsonShapes::session)
        .object("principal", claims.principal(), JsonShapes::principal)
        .text("audience", claims.audience())
        .instant("issued", claims.issued())
        .instant("expires", claims.expires());
  }

  private static StatementClaims claims(JsonObject in) {
    return new StatementClaims(
        in.text("sql"),
        JsonShapes.snapshots(in),
        in.object("session", JsonShapes::session),
        in.object("principal", JsonShapes::principal),
        in.text("audience"),
        in.instant("issued"),
        in.instant("expires"));
  }
}
