package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryStringData;

/** Strings and binary values of any length, with offsets of 32 or 64 bits. */
abstract class BytesWriter extends SlotWriter {
  private static final int FIRST_BYTES = 4096;
  private static final int SMALL = 256;

  private final Tally tally;
  private final boolean large;
  private final byte[] small = new byte[SMALL];

  private ArrowBuf offsets;
  private ArrowBuf data;
  private long used;
  private long usualBytes = FIRST_BYTES;

  BytesWriter(FieldVector vector, String column, Tally tally) {
    super(vector, column);
    this.tally = tally;
    this.large = vector instanceof BaseLargeVariableWidthVector;
    this.offsets = vector.getAllocator().getEmpty();
    this.data = vector.getAllocator().getEmpty();
  }

  static BytesWriter strings(FieldVector vector, String column, Tally tally) {
    return new BytesWriter(vector, column, tally) {
      @Override
      void put(RowData row, int index) {
        putString(row.getString(index));
      }
    };
  }

  static BytesWriter binary(FieldVector vector, String column, Tally tally) {
    return new BytesWriter(vector, column, tally) {
      @Override
      void put(RowData row, int index) {
        byte[] value = row.getBinary(index);
        putBytes(value, 0, value.length);
      }
    };
  }

  final void putString(StringData string) {
    if (!(string instanceof BinaryStringData binary)) {
      byte[] bytes = string.toBytes();
      putBytes(bytes, 0, bytes.length);
      return;
    }
    MemorySegment[] segments = binary.getSegments();
    int length = binary.getSizeInBytes();
    MemorySegment first = segments[0];
    if (segments.length == 1 && !first.isOffHeap()) {
      putBytes(first.getArray(), binary.getOffset(), length);
    } else if (segments.length == 1 && length <= SMALL) {
      first.get(binary.getOffset(), small, 0, length);
      putBytes(small, 0, length);
    } else {
      putBytes(binary.toBytes(), 0, length);
    }
  }

  final void putBytes(byte[] bytes, int from, int length) {
    long end = used + length;
    if (end > data.capacity()) {
      growData(end);
    }
    data.setBytes(used, bytes, from, length);
    used = end;
    tally.addBytes(length);
    setOffset(size + 1L, end);
  }

  private void growData(long needed) {
    if (!large && needed > Integer.MAX_VALUE) {
      throw misfit("a batch holds at most 2 GiB of a column");
    }
    long bytes = Math.max(needed, data.capacity() == 0 ? usualBytes : 2 * data.capacity());
    ArrowBuf larger = copy(data, used, bytes);
    offsets.getReferenceManager().retain();
    replace(offsets, larger);
    usualBytes = Math.min(bytes, KEPT_BYTES);
  }

  private void setOffset(long slot, long offset) {
    if (large) {
      offsets.setLong(slot << 3, offset);
    } else {
      offsets.setInt(slot << 2, (int) offset);
    }
  }

  @Override
  final void blank() {
    setOffset(size + 1L, used);
  }

  @Override
  public final long slotBits() {
    return 1L + (large ? Long.SIZE : Integer.SIZE);
  }

  @Override
  final void enlarge(int slots, List<ArrowBuf> buffers) {
    int width = large ? Long.BYTES : Integer.BYTES;
    long written = size == 0 ? 0 : (size + 1L) * width;
    ArrowBuf larger = copy(offsets, written, (slots + 1L) * width);
    if (size == 0) {
      larger.setZero(0, width);
    }
    buffers.add(larger);
    data.getReferenceManager().retain();
    buffers.add(data);
  }

  @Override
  final void adopt() {
    offsets = vector.getOffsetBuffer();
    data = vector.getDataBuffer();
  }

  @Override
  final boolean ownsAdopted() {
    boolean hasData = data.capacity() > 0;
    return kept(offsets, vector.getOffsetBuffer())
        && (!hasData || kept(data, vector.getDataBuffer()));
  }

  @Override
  final void finishValues() {
    if (vector instanceof BaseLargeVariableWidthVector variable) {
      variable.setLastSet(size - 1);
    } else {
      ((BaseVariableWidthVector) vector).setLastSet(size - 1);
    }
  }

  @Override
  final void resetValues() {
    used = 0;
  }
}
