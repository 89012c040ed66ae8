package dev.lake.protocol;

/** A subtask's receipt on its way to the committer. */
public final class PartReceiptCodec {
  private static final WireFormat<PartReceipt> FORMAT =
      new WireFormat<>(
          "part receipt",
          1,
          CommitRecordCodec.MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.RESULT_TOO_LARGE,
          PartReceiptCodec::fields,
          PartReceiptCodec::receipt);

  private PartReceiptCodec() {}

  public static byte[] write(PartReceipt receipt) {
    return FORMAT.write(receipt);
  }

  /**
   * The receipt of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made
   */
  public static PartReceipt read(byte[] bytes) {
    return FORMAT.read(bytes);
  }

  private static void fields(JsonWriter out, PartReceipt receipt) {
    out.number("subtask", receipt.subtask())
        .number("subtasks", receipt.subtasks())
        .number("attempt", receipt.attempt())
        .list("parts", receipt.parts(), JsonShapes::stagedPart);
  }

  private static PartReceipt receipt(JsonObject in) {
    return new PartReceipt(
        in.integer("subtask"),
        in.integer("subtasks"),
        in.integer("attempt"),
        in.list("parts", JsonShapes::stagedPart));
  }
}
