package dev.lake.protocol;

/** An attempt's commit record as an object of the result store. */
public final class CommitRecordCodec {
  /** 4,096 parts of 16 pieces take about 8 MiB. */
  public static final int MAX_BYTES = 32 << 20;

  private static final WireFormat<CommitRecord> FORMAT =
      new WireFormat<>(
          "commit record",
          1,
          MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.RESULT_TOO_LARGE,
          CommitRecordCodec::fields,
          CommitRecordCodec::record);

  private CommitRecordCodec() {}

  /**
   * The record as bytes.
   *
   * @throws LakeException RESULT_TOO_LARGE past {@link #MAX_BYTES}
   */
  public static byte[] write(CommitRecord record) {
    return FORMAT.write(record);
  }

  /**
   * The record of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made; also where the
   *     totals it states are not those of its parts
   */
  public static CommitRecord read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, CommitRecord record) {
    out.text("query", record.query().value())
        .number("attempt", record.attempt())
        .flag("ordered", record.ordered())
        .object("totals", record.totals(), ManifestCodec::totals)
        .list("parts", record.parts(), JsonShapes::stagedPart);
  }

  private static CommitRecord record(JsonObject in) {
    ResultTotals stated = in.object("totals", ManifestCodec::totals);
    CommitRecord record =
        new CommitRecord(
            JsonShapes.queryId(in, "query"),
            in.integer("attempt"),
            in.flag("ordered"),
            in.list("parts", JsonShapes::stagedPart));
    Check.that(record.totals().equals(stated), "totals", "those of the parts");
    return record;
  }
}
