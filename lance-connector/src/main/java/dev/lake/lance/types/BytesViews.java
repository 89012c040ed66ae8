package dev.lake.lance.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.columnar.vector.BytesColumnVector;

/** Strings and binary values, whose bytes Flink wants on the heap. */
final class BytesViews {
  private BytesViews() {}

  /** Where each value begins in a vector's data. */
  interface Offsets {
    long of(int i);

    static Offsets narrow(FieldVector vector) {
      ArrowBuf offsets = vector.getOffsetBuffer();
      return i -> offsets.getInt((long) i << 2);
    }

    static Offsets wide(FieldVector vector) {
      ArrowBuf offsets = vector.getOffsetBuffer();
      return i -> offsets.getLong((long) i << 3);
    }
  }

  /**
   * Strings, copied by the window: rows are read in order, so that one copy serves many values. The
   * window is small because a string that someone keeps keeps its window.
   */
  static final class Strings extends ColumnView implements BytesColumnVector {
    private static final int WINDOW = 32 * 1024;

    private final ArrowBuf data;
    private final Offsets offsets;
    private final long end;

    private byte[] window = new byte[0];
    private long windowStart;
    private long windowEnd;

    Strings(FieldVector vector, Offsets offsets) {
      super(vector);
      this.data = vector.getDataBuffer();
      this.offsets = offsets;
      this.end = vector.getValueCount() == 0 ? 0 : offsets.of(vector.getValueCount());
    }

    @Override
    public Bytes getBytes(int i) {
      long from = offsets.of(i);
      long to = offsets.of(i + 1);
      if (from < windowStart || to > windowEnd) {
        moveTo(from, to);
      }
      return new Bytes(window, (int) (from - windowStart), (int) (to - from));
    }

    private void moveTo(long from, long to) {
      long until = Math.max(to, Math.min(end, from + WINDOW));
      window = new byte[Math.toIntExact(until - from)];
      data.getBytes(from, window);
      windowStart = from;
      windowEnd = until;
    }
  }

  /** Binary values, each an array of its own: Flink would copy any other. */
  static final class Binaries extends ColumnView implements BytesColumnVector {
    private final ArrowBuf data;
    private final Offsets offsets;

    Binaries(FieldVector vector, Offsets offsets) {
      super(vector);
      this.data = vector.getDataBuffer();
      this.offsets = offsets;
    }

    @Override
    public Bytes getBytes(int i) {
      long from = offsets.of(i);
      byte[] value = new byte[Math.toIntExact(offsets.of(i + 1) - from)];
      data.getBytes(from, value);
      return new Bytes(value, 0, value.length);
    }
  }
}
