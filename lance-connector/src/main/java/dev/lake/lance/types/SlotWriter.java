package dev.lake.lance.types;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.data.RowData;

/**
 * A writer of slots that can be null.
 *
 * <p>The vector owns the buffers from the moment they exist, so that whoever closes the vector
 * frees them. The writer grows them itself, since a vector that grows also grows its children, and
 * remembers them, since a look at the vector costs more than the write. Null flags start as "not
 * null": only nulls cost a write.
 */
abstract class SlotWriter implements ColumnWriter {
  private static final int FIRST_CAPACITY = 256;
  private static final int MOST_SLOTS = 1 << 30;

  /** A larger buffer, the work of some unusual row, is not kept for the next batch. */
  static final long KEPT_BYTES = 8L << 20;

  final FieldVector vector;
  final String column;

  /** Slots written. */
  int size;

  private final Field field;
  private int capacity;
  private int usualCapacity = FIRST_CAPACITY;
  private ArrowBuf validity;

  SlotWriter(FieldVector vector, String column) {
    this.vector = vector;
    this.column = column;
    this.field = vector.getField();
    this.validity = vector.getAllocator().getEmpty();
  }

  /** Writes a value that is not null into slot {@link #size}. */
  abstract void put(RowData row, int index);

  /** Fills slot {@link #size} with the same bytes, whatever lay there before. */
  abstract void blank();

  /** Adds the buffers after the null flags, larger, with what is written so far. */
  abstract void enlarge(int slots, List<ArrowBuf> buffers);

  /** Takes a look at the buffers that the vector now owns. */
  abstract void adopt();

  /** Whether the vector still owns the adopted buffers, and nobody else does. */
  abstract boolean ownsAdopted();

  /** {@link #finish()} for all but the null flags. */
  abstract void finishValues();

  /** {@link #reset()} for all but the null flags. */
  abstract void resetValues();

  @Override
  public final void append(RowData row, int index) {
    if (size == capacity) {
      grow();
    }
    if (row.isNullAt(index)) {
      if (!field.isNullable()) {
        throw misfit("it is null, which the field does not allow");
      }
      blank();
      clearValidity(size);
    } else {
      put(row, index);
    }
    size++;
  }

  @Override
  public final void skip() {
    if (size == capacity) {
      grow();
    }
    blank();
    if (field.isNullable()) {
      clearValidity(size);
    }
    size++;
  }

  @Override
  public final void advance(int count) {
    while (capacity - size < count) {
      grow();
    }
    size += count;
  }

  @Override
  public final void finish() {
    if ((size & 7) != 0) {
      long last = size >> 3;
      validity.setByte(last, validity.getByte(last) & ((1 << (size & 7)) - 1));
    }
    finishValues();
  }

  @Override
  public final void reset() {
    if (!kept(validity, vector.getValidityBuffer()) || !ownsAdopted()) {
      vector.clear();
      look();
      capacity = 0;
    } else {
      validity.setOne(0, Math.min((size >> 3) + 1L, validity.capacity()));
    }
    size = 0;
    resetValues();
  }

  final UnrepresentableValueException misfit(String reason) {
    return new UnrepresentableValueException(column, ArrowTypes.describe(field), reason);
  }

  /** Whether a buffer is still the vector's, and nobody else's. */
  static boolean kept(ArrowBuf adopted, ArrowBuf current) {
    return adopted.capacity() > 0
        && adopted.capacity() <= KEPT_BYTES
        && current.memoryAddress() == adopted.memoryAddress()
        && current.refCnt() == 1;
  }

  /** A buffer of at least so many bytes that begins as another one does. */
  final ArrowBuf copy(ArrowBuf from, long used, long bytes) {
    ArrowBuf to = vector.getAllocator().buffer(bytes);
    if (used > 0) {
      to.setBytes(0, from, 0, used);
    }
    return to;
  }

  /** Replaces the buffers after the null flags. */
  final void replace(ArrowBuf... others) {
    validity.getReferenceManager().retain();
    List<ArrowBuf> buffers = new ArrayList<>(List.of(others));
    buffers.add(0, validity);
    install(buffers, capacity);
  }

  private void grow() {
    if (capacity >= MOST_SLOTS) {
      throw misfit("the batch has too many values");
    }
    int slots = capacity == 0 ? firstCapacity() : 2 * capacity;
    List<ArrowBuf> buffers = new ArrayList<>();
    try {
      buffers.add(growValidity(slots));
      enlarge(slots, buffers);
    } catch (RuntimeException e) {
      buffers.forEach(ArrowBuf::close);
      throw e;
    }
    install(buffers, slots);
    capacity = slots;
    usualCapacity = slots;
  }

  /** What the last batch took, as far as that is worth keeping. */
  private int firstCapacity() {
    long kept = Math.max(1, 8 * KEPT_BYTES / slotBits());
    return (int) Math.min(usualCapacity, Long.highestOneBit(kept));
  }

  private ArrowBuf growValidity(int slots) {
    int written = (size + 7) >> 3;
    ArrowBuf flags = copy(validity, written, (slots + 7) >> 3);
    flags.setOne(written, flags.capacity() - written);
    return flags;
  }

  private void install(List<ArrowBuf> buffers, int slots) {
    try {
      // One null of many: Arrow may put null flags of its own in place of any other count.
      vector.loadFieldBuffers(new ArrowFieldNode(slots, 1), buffers);
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
    look();
  }

  private void look() {
    validity = vector.getValidityBuffer();
    adopt();
  }

  private void clearValidity(int slot) {
    long at = slot >> 3;
    validity.setByte(at, validity.getByte(at) & ~(1 << (slot & 7)));
  }
}
