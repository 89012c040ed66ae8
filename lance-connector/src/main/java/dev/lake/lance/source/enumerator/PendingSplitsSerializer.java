package dev.lake.lance.source.enumerator;

import dev.lake.lance.source.split.LanceSplit;
import dev.lake.lance.source.split.LanceSplitSerializer;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The enumerator's state as bytes. Version 1: planned (1 byte), version of the splits, number of
 * splits (4 bytes each), then the length (4 bytes) and the bytes of each split.
 */
public final class PendingSplitsSerializer implements SimpleVersionedSerializer<PendingSplits> {
  /** It has no state. */
  public static final PendingSplitsSerializer INSTANCE = new PendingSplitsSerializer();

  private static final int VERSION = 1;

  private PendingSplitsSerializer() {}

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(PendingSplits pending) {
    List<byte[]> splits =
        pending.splits().stream().map(LanceSplitSerializer.INSTANCE::serialize).toList();
    int length = splits.stream().mapToInt(split -> Integer.BYTES + split.length).sum();
    ByteBuffer out = ByteBuffer.allocate(1 + 2 * Integer.BYTES + length);
    out.put((byte) (pending.planned() ? 1 : 0));
    out.putInt(LanceSplitSerializer.INSTANCE.getVersion()).putInt(splits.size());
    splits.forEach(split -> out.putInt(split.length).put(split));
    return out.array();
  }

  @Override
  public PendingSplits deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION) {
      throw new IOException("Enumerator state of version " + version + " is not known here.");
    }
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      boolean planned = in.get() == 1;
      int splitVersion = in.getInt();
      int count = in.getInt();
      List<LanceSplit> splits = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
          throw new IOException("The enumerator's state is damaged.");
        }
        byte[] split = new byte[length];
        in.get(split);
        splits.add(LanceSplitSerializer.INSTANCE.deserialize(splitVersion, split));
      }
      return new PendingSplits(planned, splits);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("The enumerator's state is damaged.", e);
    }
  }
}
