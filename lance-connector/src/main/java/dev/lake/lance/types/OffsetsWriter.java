package dev.lake.lance.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;

/** Lists and maps: an offset a slot into the vectors of their elements. */
abstract class OffsetsWriter extends SlotWriter {
  private final Tally tally;

  private ArrowBuf offsets;
  private int end;

  OffsetsWriter(FieldVector vector, String column, Tally tally) {
    super(vector, column);
    this.tally = tally;
    this.offsets = vector.getAllocator().getEmpty();
  }

  static OffsetsWriter list(FieldVector vector, String column, Tally tally, ColumnWriter elements) {
    long elementBits = elements.slotBits();
    ArrayElements source = new ArrayElements();
    return new OffsetsWriter(vector, column, tally) {
      @Override
      void put(RowData row, int index) {
        ArrayData list = row.getArray(index);
        int length = list.size();
        close(length, elementBits);
        source.of(list);
        for (int i = 0; i < length; i++) {
          elements.append(source, i);
        }
      }

      @Override
      void finishValues() {
        super.finishValues();
        elements.finish();
      }

      @Override
      void resetValues() {
        super.resetValues();
        elements.reset();
      }
    };
  }

  /** {@code entries} is the struct of keys and values; its own slots are never null. */
  static OffsetsWriter map(
      FieldVector vector,
      String column,
      Tally tally,
      ColumnWriter entries,
      ColumnWriter keys,
      ColumnWriter values) {
    long entryBits = entries.slotBits();
    ArrayElements keySource = new ArrayElements();
    ArrayElements valueSource = new ArrayElements();
    return new OffsetsWriter(vector, column, tally) {
      @Override
      void put(RowData row, int index) {
        MapData map = row.getMap(index);
        int length = map.size();
        close(length, entryBits);
        entries.advance(length);
        keySource.of(map.keyArray());
        valueSource.of(map.valueArray());
        for (int i = 0; i < length; i++) {
          keys.append(keySource, i);
          values.append(valueSource, i);
        }
      }

      @Override
      void finishValues() {
        super.finishValues();
        entries.finish();
      }

      @Override
      void resetValues() {
        super.resetValues();
        entries.reset();
      }
    };
  }

  /** Ends slot {@link #size} after so many more elements. */
  final void close(int length, long elementBits) {
    if (length > Integer.MAX_VALUE - end) {
      throw misfit("the batch has too many values");
    }
    end += length;
    tally.addBits(length * elementBits);
    blank();
  }

  @Override
  final void blank() {
    offsets.setInt((size + 1L) << 2, end);
  }

  @Override
  public final long slotBits() {
    return 1L + Integer.SIZE;
  }

  @Override
  final void enlarge(int slots, List<ArrowBuf> buffers) {
    long written = size == 0 ? 0 : (size + 1L) << 2;
    ArrowBuf larger = copy(offsets, written, (slots + 1L) << 2);
    if (size == 0) {
      larger.setInt(0, 0);
    }
    buffers.add(larger);
  }

  @Override
  final void adopt() {
    offsets = vector.getOffsetBuffer();
  }

  @Override
  final boolean ownsAdopted() {
    return kept(offsets, vector.getOffsetBuffer());
  }

  @Override
  void finishValues() {
    ((ListVector) vector).setLastSet(size - 1);
  }

  @Override
  void resetValues() {
    end = 0;
  }
}
