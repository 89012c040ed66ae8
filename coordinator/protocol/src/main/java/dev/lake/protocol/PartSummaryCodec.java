package dev.lake.protocol;

/** The {@code app_metadata} of a part's endpoint. */
public final class PartSummaryCodec {
  private static final int MAX_BYTES = 1024;

  private static final WireFormat<PartSummary> FORMAT =
      new WireFormat<>(
          "part summary",
          1,
          MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.INTERNAL,
          PartSummaryCodec::fields,
          PartSummaryCodec::summary);

  private PartSummaryCodec() {}

  public static byte[] write(PartSummary summary) {
    return FORMAT.write(summary);
  }

  /**
   * The summary of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made
   */
  public static PartSummary read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, PartSummary summary) {
    out.text("part", summary.name())
        .number("rows", summary.rows())
        .number("bytes", summary.bytes());
    JsonShapes.digest(out, summary.digest());
  }

  private static PartSummary summary(JsonObject in) {
    return new PartSummary(
        in.text("part"), in.number("rows"), in.number("bytes"), JsonShapes.digest(in));
  }
}
