package dev.lake.lance.source.split;

import dev.lake.lance.dataset.ScanRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Splits as bytes. Version 1: fragment (4 bytes), offset, rows, emitted (8 bytes each). */
public final class LanceSplitSerializer implements SimpleVersionedSerializer<LanceSplit> {
  /** It has no state. */
  public static final LanceSplitSerializer INSTANCE = new LanceSplitSerializer();

  private static final int VERSION = 1;
  private static final int LENGTH = Integer.BYTES + 3 * Long.BYTES;

  private LanceSplitSerializer() {}

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(LanceSplit split) {
    ScanRange range = split.range();
    return ByteBuffer.allocate(LENGTH)
        .putInt(range.fragment())
        .putLong(range.offset())
        .putLong(range.rows())
        .putLong(split.emitted())
        .array();
  }

  @Override
  public LanceSplit deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION) {
      throw new IOException("Splits of version " + version + " are not known here.");
    }
    if (bytes.length != LENGTH) {
      throw new IOException("A split of " + bytes.length + " bytes is damaged.");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      return new LanceSplit(new ScanRange(in.getInt(), in.getLong(), in.getLong()), in.getLong());
    } catch (IllegalArgumentException e) {
      throw new IOException("A split is damaged.", e);
    }
  }
}
