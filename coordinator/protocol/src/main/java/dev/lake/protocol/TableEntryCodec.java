package dev.lake.protocol;

/** A table's entry as it stands in ZooKeeper. */
public final class TableEntryCodec {
  public static final int MAX_BYTES = 16 << 10;

  private static final WireFormat<TableEntry> FORMAT =
      new WireFormat<>(
          "table entry",
          1,
          MAX_BYTES,
          ErrorCode.DATA_LOSS,
          ErrorCode.INVALID_ARGUMENT,
          JsonShapes::tableEntry,
          JsonShapes::tableEntry);

  private TableEntryCodec() {}

  public static byte[] write(TableEntry entry) {
    return FORMAT.write(entry);
  }

  /**
   * The entry of the bytes.
   *
   * @throws LakeException DATA_LOSS for anything but what {@link #write} made
   */
  public static TableEntry read(byte[] bytes) {
    return FORMAT.read(bytes);
  }
}
