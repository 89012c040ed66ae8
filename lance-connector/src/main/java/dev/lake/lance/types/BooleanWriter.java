package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.RowData;

/** Booleans: eight to a byte. */
final class BooleanWriter extends SlotWriter {
  private ArrowBuf data;

  BooleanWriter(FieldVector vector, String column) {
    super(vector, column);
    this.data = vector.getAllocator().getEmpty();
  }

  @Override
  void put(RowData row, int index) {
    set(row.getBoolean(index) ? 1 : 0);
  }

  @Override
  void blank() {
    set(0);
  }

  /** The first value in a byte also clears what was there before. */
  private void set(int bit) {
    long at = size >> 3;
    int shift = size & 7;
    int earlier = shift == 0 ? 0 : data.getByte(at);
    data.setByte(at, earlier | (bit << shift));
  }

  @Override
  public long slotBits() {
    return 2;
  }

  @Override
  void enlarge(int slots, List<ArrowBuf> buffers) {
    buffers.add(copy(data, (size + 7) >> 3, (slots + 7) >> 3));
  }

  @Override
  void adopt() {
    data = vector.getDataBuffer();
  }

  @Override
  boolean ownsAdopted() {
    return kept(data, vector.getDataBuffer());
  }

  @Override
  void finishValues() {
    // The bits after the last value are zero already.
  }

  @Override
  void resetValues() {
    // Every byte is overwritten before anyone reads it.
  }
}
