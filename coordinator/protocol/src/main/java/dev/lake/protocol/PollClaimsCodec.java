package dev.lake.protocol;

/** The claims of a poll handle, before they are sealed. */
public final class PollClaimsCodec {
  private static final WireFormat<PollClaims> FORMAT =
      new WireFormat<>(
          "poll handle",
          1,
          PartClaimsCodec.MAX_BYTES,
          ErrorCode.TICKET_INVALID,
          ErrorCode.INTERNAL,
          PollClaimsCodec::fields,
          PollClaimsCodec::claims);

  private PollClaimsCodec() {}

  public static byte[] write(PollClaims claims) {
    return FORMAT.write(claims);
  }

  /**
   * The claims of the bytes.
   *
   * @throws LakeException TICKET_INVALID for anything but what {@link #write} made
   */
  public static PollClaims read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, PollClaims claims) {
    out.text("query", claims.query().value())
        .object("principal", claims.principal(), JsonShapes::principal)
        .instant("issued", claims.issued());
  }

  private static PollClaims claims(JsonObject in) {
    return new PollClaims(
        JsonShapes.queryId(in, "query"),
        in.object("principal", JsonShapes::principal),
        in.instant("issued"));
  }
}
