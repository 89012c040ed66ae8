package dev.lake.protocol;

/** The claims of a part's ticket, before they are sealed. */
public final class PartClaimsCodec {
  /** Leaves room for the seal inside 1 KiB. */
  static final int MAX_BYTES = 1024 - 64;

  private static final WireFormat<PartClaims> FORMAT =
      new WireFormat<>(
          "part ticket",
          1,
          MAX_BYTES,
          ErrorCode.TICKET_INVALID,
          ErrorCode.INTERNAL,
          PartClaimsCodec::fields,
          PartClaimsCodec::claims);

  private PartClaimsCodec() {}

  public static byte[] write(PartClaims claims) {
    return FORMAT.write(claims);
  }

  /**
   * The claims of the bytes.
   *
   * @throws LakeException TICKET_INVALID for anything but what {@link #write} made
   */
  public static PartClaims read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, PartClaims claims) {
    out.text("query", claims.query().value())
        .object("principal", claims.principal(), JsonShapes::principal)
        .text("part", claims.part())
        .text("etag", claims.etag())
        .number("rows", claims.rows())
        .number("bytes", claims.bytes());
    JsonShapes.digest(out, claims.digest()).instant("expires", claims.expires());
  }

  private static PartClaims claims(JsonObject in) {
    return new PartClaims(
        JsonShapes.queryId(in, "query"),
        in.object("principal", JsonShapes::principal),
        in.text("part"),
        in.text("etag"),
        in.number("rows"),
        in.number("bytes"),
        JsonShapes.digest(in),
        in.instant("expires"));
  }
}
