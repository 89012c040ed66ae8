package dev.lake.protocol;

/** The claims of a prepared statement's handle, before they are sealed. */
public final class PreparedClaimsCodec {
  private static final WireFormat<PreparedClaims> FORMAT =
      new WireFormat<>(
          "prepared statement handle",
          1,
          StatementClaimsCodec.MAX_BYTES,
          ErrorCode.TICKET_INVALID,
          ErrorCode.STATEMENT_TOO_LARGE,
          PreparedClaimsCodec::fields,
          PreparedClaimsCodec::claims);

  private PreparedClaimsCodec() {}

  /**
   * The claims as bytes.
   *
   * @throws LakeException STATEMENT_TOO_LARGE past what a handle holds
   */
  public static byte[] write(PreparedClaims claims) {
    return FORMAT.write(claims);
  }

  /**
   * The claims of the bytes.
   *
   * @throws LakeException TICKET_INVALID for anything but what {@link #write} made
   */
  public static PreparedClaims read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, PreparedClaims claims) {
    out.text("sql", claims.sql())
        .object("session", claims.session(), JsonShapes::session)
        .object("principal", claims.principal(), JsonShapes::principal)
        .instant("issued", claims.issued());
  }

  private static PreparedClaims claims(JsonObject in) {
    return new PreparedClaims(
        in.text("sql"),
        in.object("session", JsonShapes::session),
        in.object("principal", JsonShapes::principal),
        in.instant("issued"));
  }
}
