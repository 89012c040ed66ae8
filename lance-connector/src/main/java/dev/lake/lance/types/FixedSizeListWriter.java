package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.RowData;

/** Lists of one length; a null one still takes that many slots of its child. */
final class FixedSizeListWriter extends SlotWriter {
  private final int length;
  private final ColumnWriter elements;
  private final ArrayElements source = new ArrayElements();

  FixedSizeListWriter(FieldVector vector, String column, int length, ColumnWriter elements) {
    super(vector, column);
    this.length = length;
    this.elements = elements;
  }

  @Override
  void put(RowData row, int index) {
    ArrayData list = row.getArray(index);
    if (list.size() != length) {
      throw misfit("it has another length");
    }
    source.of(list);
    for (int i = 0; i < length; i++) {
      elements.append(source, i);
    }
  }

  @Override
  void blank() {
    for (int i = 0; i < length; i++) {
      elements.skip();
    }
  }

  @Override
  public long slotBits() {
    return 1 + length * elements.slotBits();
  }

  @Override
  void enlarge(int slots, List<ArrowBuf> buffers) {
    // Null flags are all that a list of fixed size has of its own.
  }

  @Override
  void adopt() {
    // As above.
  }

  @Override
  boolean ownsAdopted() {
    return true;
  }

  @Override
  void finishValues() {
    elements.finish();
  }

  @Override
  void resetValues() {
    elements.reset();
  }
}
