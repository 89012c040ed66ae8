package dev.lake.protocol;

/** A query's record as it stands in ZooKeeper, below 4 KiB. */
public final class QueryRecordCodec {
  public static final int MAX_BYTES = 4095;

  private static final WireFormat<QueryRecord> FORMAT =
      new WireFormat<>(
          "query record",
          1,
          MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.INTERNAL,
          QueryRecordCodec::fields,
          QueryRecordCodec::record);

  private QueryRecordCodec() {}

  public static byte[] write(QueryRecord record) {
    return FORMAT.write(record);
  }

  /**
   * The record of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made
   */
  public static QueryRecord read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, QueryRecord record) {
    out.text("id", record.id().value())
        .object("principal", record.principal(), JsonShapes::principal)
        .constant("state", record.state())
        .number("attempt", record.attempt())
        .instant("created", record.created())
        .instant("deadline", record.deadline())
        .optional("started", record.started(), JsonWriter::instant)
        .optional("finished", record.finished(), JsonWriter::instant)
        .optional("expires", record.expires(), JsonWriter::instant)
        .optional("failure", record.failure(), QueryRecordCodec::failure)
        .optional("stop-reason", record.stopReason(), JsonWriter::constant)
        .object("progress", record.progress(), QueryRecordCodec::progress)
        .optional(
            "queue-position",
            record.queuePosition(),
            (at, key, position) -> at.number(key, position))
        .optional("commit-digest", record.commitDigest(), JsonWriter::text)
        .optional("manifest-digest", record.manifestDigest(), JsonWriter::text)
        .optional("totals", record.totals(), QueryRecordCodec::totals)
        .text("epoch-nonce", record.epochNonce())
        .number("sequence", record.sequence());
  }

  private static JsonWriter failure(JsonWriter out, String key, Failure failure) {
    return out.object(
        key,
        failure,
        (at, value) -> at.constant("code", value.code()).text("message", value.message()));
  }

  private static void progress(JsonWriter out, Progress progress) {
    out.number("rows", progress.rows())
        .number("bytes", progress.bytes())
        .decimal("fraction", progress.fraction());
  }

  private static JsonWriter totals(JsonWriter out, String key, ResultTotals totals) {
    return out.object(key, totals, ManifestCodec::totals);
  }

  private static QueryRecord record(JsonObject in) {
    return new QueryRecord(
        JsonShapes.queryId(in, "id"),
        in.object("principal", JsonShapes::principal),
        in.constant("state", QueryState.class),
        in.integer("attempt"),
        in.instant("created"),
        in.instant("deadline"),
        in.optional("started", JsonObject::instant),
        in.optional("finished", JsonObject::instant),
        in.optional("expires", JsonObject::instant),
        in.optional("failure", QueryRecordCodec::failure),
        in.optional("stop-reason", (at, key) -> at.constant(key, StopReason.class)),
        in.object("progress", QueryRecordCodec::progress),
        in.optional("queue-position", JsonObject::integer),
        in.optional("commit-digest", JsonObject::text),
        in.optional("manifest-digest", JsonObject::text),
        in.optional("totals", QueryRecordCodec::totals),
        in.text("epoch-nonce"),
        in.number("sequence"));
  }

  private static Failure failure(JsonObject in, String key) {
    return in.object(
        key, at -> new Failure(at.constant("code", ErrorCode.class), at.text("message")));
  }

  private static Progress progress(JsonObject in) {
    return new Progress(in.number("rows"), in.number("bytes"), in.decimal("fraction"));
  }

  private static ResultTotals totals(JsonObject in, String key) {
    return in.object(key, ManifestCodec::totals);
  }
}
