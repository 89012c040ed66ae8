package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.RowData;

/** Structs; a null one still takes a slot of each child. */
final class StructWriter extends SlotWriter {
  private final ColumnWriter[] children;

  StructWriter(FieldVector vector, String column, List<ColumnWriter> children) {
    super(vector, column);
    this.children = children.toArray(ColumnWriter[]::new);
  }

  @Override
  void put(RowData row, int index) {
    RowData struct = row.getRow(index, children.length);
    for (int i = 0; i < children.length; i++) {
      children[i].append(struct, i);
    }
  }

  @Override
  void blank() {
    for (ColumnWriter child : children) {
      child.skip();
    }
  }

  @Override
  public long slotBits() {
    long bits = 1;
    for (ColumnWriter child : children) {
      bits += child.slotBits();
    }
    return bits;
  }

  @Override
  void enlarge(int slots, List<ArrowBuf> buffers) {
    // Null flags are all that a struct has of its own.
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
    for (ColumnWriter child : children) {
      child.finish();
    }
  }

  @Override
  void resetValues() {
    for (ColumnWriter child : children) {
      child.reset();
    }
  }
}
