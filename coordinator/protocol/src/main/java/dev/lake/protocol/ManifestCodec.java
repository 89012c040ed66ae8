package dev.lake.protocol;

/** A result's manifest as an object of the result store; equal manifests are equal bytes. */
public final class ManifestCodec {
  public static final int MAX_BYTES = 8 << 20;

  private static final WireFormat<Manifest> FORMAT =
      new WireFormat<>(
          "manifest",
          1,
          MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.RESULT_TOO_LARGE,
          ManifestCodec::fields,
          ManifestCodec::manifest);

  private ManifestCodec() {}

  /**
   * The manifest as bytes.
   *
   * @throws LakeException RESULT_TOO_LARGE past {@link #MAX_BYTES}
   */
  public static byte[] write(Manifest manifest) {
    return FORMAT.write(manifest);
  }

  /**
   * The manifest of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made; also where the
   *     totals it states are not those of its parts
   */
  public static Manifest read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, Manifest manifest) {
    out.text("query", manifest.query().value())
        .number("attempt", manifest.attempt())
        .bytes("schema", manifest.schema().toBytes())
        .constant("format", manifest.format())
        .flag("ordered", manifest.ordered())
        .object("totals", manifest.totals(), ManifestCodec::totals)
        .instant("created", manifest.created())
        .instant("expires", manifest.expires())
        .list("parts", manifest.parts(), ManifestCodec::part);
  }

  static void totals(JsonWriter out, ResultTotals totals) {
    out.number("rows", totals.rows())
        .number("bytes", totals.bytes())
        .number("parts", totals.parts());
  }

  static ResultTotals totals(JsonObject in) {
    return new ResultTotals(in.number("rows"), in.number("bytes"), in.integer("parts"));
  }

  private static void part(JsonWriter out, ManifestPart part) {
    out.text("name", part.name()).number("rows", part.rows()).number("bytes", part.bytes());
    JsonShapes.digest(out, part.digest())
        .text("etag", part.etag())
        .bytes("batch-offsets", BatchOffsets.pack(part.batchOffsets()));
  }

  private static ManifestPart part(JsonObject in) {
    return new ManifestPart(
        in.text("name"),
        in.number("rows"),
        in.number("bytes"),
        JsonShapes.digest(in),
        in.text("etag"),
        BatchOffsets.unpack(in.bytes("batch-offsets")));
  }

  private static Manifest manifest(JsonObject in) {
    ResultTotals stated = in.object("totals", ManifestCodec::totals);
    Manifest manifest =
        new Manifest(
            JsonShapes.queryId(in, "query"),
            in.integer("attempt"),
            SchemaBytes.of(in.bytes("schema")),
            in.constant("format", ResultFormat.class),
            in.list("parts", ManifestCodec::part),
            in.flag("ordered"),
            in.instant("created"),
            in.instant("expires"));
    Check.that(manifest.totals().equals(stated), "totals", "those of the parts");
    return manifest;
  }
}
