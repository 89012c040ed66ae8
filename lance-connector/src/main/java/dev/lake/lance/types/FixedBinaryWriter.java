package dev.lake.lance.types;

import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.RowData;

/** Binary values of one length. */
final class FixedBinaryWriter extends FixedWriter {
  private final int length;

  FixedBinaryWriter(FieldVector vector, String column, int length) {
    super(vector, column, length);
    this.length = length;
  }

  @Override
  void put(RowData row, int index) {
    byte[] value = row.getBinary(index);
    if (value.length != length) {
      throw misfit("it has another length");
    }
    data.setBytes((long) length * size, value);
  }
}
