package dev.lake.lance.types;

import org.apache.flink.table.data.RowData;

/** Appends values to one vector, at the top level or below another. */
interface ColumnWriter {
  /** Appends column {@code index} of a row, or element {@code index} of an array seen as one. */
  void append(RowData row, int index);

  /** Appends a slot that nobody can see, since its parent is null. */
  void skip();

  /** Appends slots that are not null and have no value of their own: the entries of a map. */
  void advance(int count);

  /** Bits that a slot takes, whatever its value. */
  long slotBits();

  /** Tells the vector what is not in its buffers. */
  void finish();

  /** Starts at slot 0 again. */
  void reset();
}
