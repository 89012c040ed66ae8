package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** A writer of values that all take the same number of bytes. */
abstract class FixedWriter extends SlotWriter {
  private final int width;

  /** The values, {@code width} bytes a slot. */
  ArrowBuf data;

  FixedWriter(FieldVector vector, String column, int width) {
    super(vector, column);
    this.width = width;
    this.data = vector.getAllocator().getEmpty();
  }

  @Override
  void blank() {
    data.setZero((long) width * size, width);
  }

  @Override
  public final long slotBits() {
    return 1 + 8L * width;
  }

  @Override
  final void enlarge(int slots, List<ArrowBuf> buffers) {
    buffers.add(copy(data, (long) width * size, (long) width * slots));
  }

  @Override
  final void adopt() {
    data = vector.getDataBuffer();
  }

  @Override
  final boolean ownsAdopted() {
    return kept(data, vector.getDataBuffer());
  }

  @Override
  final void finishValues() {
    // A fixed-width vector is its buffers.
  }

  @Override
  final void resetValues() {
    // Every slot is overwritten before anyone reads it.
  }
}
