package dev.lake.protocol;

/** The {@code app_metadata} of a deferred query's FlightInfo. */
public final class QueryStatusCodec {
  private static final int MAX_BYTES = 1 << 10;

  private static final WireFormat<QueryStatus> FORMAT =
      new WireFormat<>(
          "query status",
          1,
          MAX_BYTES,
          ErrorCode.INVALID_ARGUMENT,
          ErrorCode.INTERNAL,
          QueryStatusCodec::fields,
          QueryStatusCodec::status);

  private QueryStatusCodec() {}

  public static byte[] write(QueryStatus status) {
    return FORMAT.write(status);
  }

  /**
   * The status in the bytes.
   *
   * @throws LakeException INVALID_ARGUMENT for anything but what {@link #write} made
   */
  public static QueryStatus read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, QueryStatus status) {
    out.text("query-id", status.query().value())
        .constant("state", status.state())
        .optional(
            "queue-position", status.queuePosition().map(Integer::longValue), JsonWriter::number)
        .decimal("progress", status.progress().fraction())
        .number("rows", status.progress().rows())
        .number("bytes", status.progress().bytes());
  }

  private static QueryStatus status(JsonObject in) {
    return new QueryStatus(
        JsonShapes.queryId(in, "query-id"),
        in.constant("state", QueryState.class),
        in.optional("queue-position", JsonObject::integer),
        progress(in));
  }

  private static Progress progress(JsonObject in) {
    double fraction = in.decimal("progress");
    return new Progress(in.number("rows"), in.number("bytes"), fraction);
  }
}
