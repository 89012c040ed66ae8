package dev.lake.protocol;

/** What a deferred query is to do, before it is sealed and stored. */
public final class QuerySpecCodec {
  /** A statement as large as a ticket holds, and a schema. */
  public static final int MAX_BYTES = 2 << 20;

  private static final WireFormat<QuerySpec> FORMAT =
      new WireFormat<>(
          "query spec",
          1,
          MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.STATEMENT_TOO_LARGE,
          QuerySpecCodec::fields,
          QuerySpecCodec::spec);

  private QuerySpecCodec() {}

  /**
   * The spec as bytes.
   *
   * @throws LakeException STATEMENT_TOO_LARGE past {@link #MAX_BYTES}
   */
  public static byte[] write(QuerySpec spec) {
    return FORMAT.write(spec);
  }

  /**
   * The spec of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made
   */
  public static QuerySpec read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, QuerySpec spec) {
    out.text("id", spec.id().value()).text("sql", spec.sql());
    JsonShapes.snapshots(out, spec.snapshots())
        .object("session", spec.session(), JsonShapes::session)
        .object("principal", spec.principal(), JsonShapes::principal)
        .constant("format", spec.format())
        .object("layout", spec.layout(), QuerySpecCodec::layout)
        .instant("created", spec.created())
        .instant("deadline", spec.deadline())
        .duration("result-lifetime", spec.resultLifetime())
        .bytes("schema", spec.schema().toBytes());
  }

  private static void layout(JsonWriter out, ResultLayout layout) {
    out.number("part-bytes", layout.partBytes()).number("max-parts", layout.maxParts());
  }

  private static QuerySpec spec(JsonObject in) {
    return new QuerySpec(
        JsonShapes.queryId(in, "id"),
        in.text("sql"),
        JsonShapes.snapshots(in),
        in.object("session", JsonShapes::session),
        in.object("principal", JsonShapes::principal),
        in.constant("format", ResultFormat.class),
        in.object(
            "layout", at -> new ResultLayout(at.number("part-bytes"), at.integer("max-parts"))),
        in.instant("created"),
        in.instant("deadline"),
        in.duration("result-lifetime"),
        SchemaBytes.of(in.bytes("schema")));
  }
}
