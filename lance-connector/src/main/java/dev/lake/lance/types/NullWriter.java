package dev.lake.lance.types;

import org.apache.arrow.vector.NullVector;
import org.apache.flink.table.data.RowData;

/** A column of type NULL: only its length is anything. */
final class NullWriter implements ColumnWriter {
  private final NullVector vector;
  private int size;

  NullWriter(NullVector vector) {
    this.vector = vector;
  }

  @Override
  public void append(RowData row, int index) {
    size++;
  }

  @Override
  public void skip() {
    size++;
  }

  @Override
  public void advance(int count) {
    size += count;
  }

  @Override
  public long slotBits() {
    return 0;
  }

  @Override
  public void finish() {
    vector.setValueCount(size);
  }

  @Override
  public void reset() {
    size = 0;
  }
}
