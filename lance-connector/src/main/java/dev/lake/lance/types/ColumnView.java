package dev.lake.lance.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.jspecify.annotations.Nullable;

/** A vector's null flags; without nulls they are not looked at again. */
abstract class ColumnView implements ColumnVector {
  private final @Nullable ArrowBuf validity;

  ColumnView(FieldVector vector) {
    this.validity = vector.getNullCount() == 0 ? null : vector.getValidityBuffer();
  }

  @Override
  public final boolean isNullAt(int i) {
    return validity != null && (validity.getByte(i >> 3) & (1 << (i & 7))) == 0;
  }
}
