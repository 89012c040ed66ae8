package dev.lake.lance.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.columnar.vector.BooleanColumnVector;
import org.apache.flink.table.data.columnar.vector.ByteColumnVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.DoubleColumnVector;
import org.apache.flink.table.data.columnar.vector.FloatColumnVector;
import org.apache.flink.table.data.columnar.vector.IntColumnVector;
import org.apache.flink.table.data.columnar.vector.LongColumnVector;
import org.apache.flink.table.data.columnar.vector.ShortColumnVector;

/** Booleans, integers, floats, days and times, read where they lie. */
final class FixedViews {
  private FixedViews() {}

  static ColumnVector integer(FieldVector vector, int bits, boolean signed) {
    return switch (bits) {
      case 8 -> signed ? new Int8(vector) : new UInt8(vector);
      case 16 -> signed ? new Int16(vector) : new UInt16(vector);
      case 32 -> signed ? new Int32(vector, 1) : new UInt32(vector);
      default -> signed ? new Int64(vector) : new DecimalViews.UInt64(vector);
    };
  }

  private abstract static class Fixed extends ColumnView {
    final ArrowBuf data;

    Fixed(FieldVector vector) {
      super(vector);
      this.data = vector.getDataBuffer();
    }
  }

  static final class Bool extends Fixed implements BooleanColumnVector {
    Bool(FieldVector vector) {
      super(vector);
    }

    @Override
    public boolean getBoolean(int i) {
      return (data.getByte(i >> 3) & (1 << (i & 7))) != 0;
    }
  }

  private static final class Int8 extends Fixed implements ByteColumnVector {
    Int8(FieldVector vector) {
      super(vector);
    }

    @Override
    public byte getByte(int i) {
      return data.getByte(i);
    }
  }

  private static final class UInt8 extends Fixed implements ShortColumnVector {
    UInt8(FieldVector vector) {
      super(vector);
    }

    @Override
    public short getShort(int i) {
      return (short) Byte.toUnsignedInt(data.getByte(i));
    }
  }

  private static final class Int16 extends Fixed implements ShortColumnVector {
    Int16(FieldVector vector) {
      super(vector);
    }

    @Override
    public short getShort(int i) {
      return data.getShort((long) i << 1);
    }
  }

  private static final class UInt16 extends Fixed implements IntColumnVector {
    UInt16(FieldVector vector) {
      super(vector);
    }

    @Override
    public int getInt(int i) {
      return Short.toUnsignedInt(data.getShort((long) i << 1));
    }
  }

  /** 32-bit integers, days, and times, which Flink counts in milliseconds. */
  static final class Int32 extends Fixed implements IntColumnVector {
    private final int factor;

    Int32(FieldVector vector, int factor) {
      super(vector);
      this.factor = factor;
    }

    @Override
    public int getInt(int i) {
      return data.getInt((long) i << 2) * factor;
    }
  }

  private static final class UInt32 extends Fixed implements LongColumnVector {
    UInt32(FieldVector vector) {
      super(vector);
    }

    @Override
    public long getLong(int i) {
      return Integer.toUnsignedLong(data.getInt((long) i << 2));
    }
  }

  private static final class Int64 extends Fixed implements LongColumnVector {
    Int64(FieldVector vector) {
      super(vector);
    }

    @Override
    public long getLong(int i) {
      return data.getLong((long) i << 3);
    }
  }

  static final class Float16 extends Fixed implements FloatColumnVector {
    Float16(FieldVector vector) {
      super(vector);
    }

    @Override
    public float getFloat(int i) {
      return HalfFloats.toFloat(data.getShort((long) i << 1));
    }
  }

  static final class Float32 extends Fixed implements FloatColumnVector {
    Float32(FieldVector vector) {
      super(vector);
    }

    @Override
    public float getFloat(int i) {
      return data.getFloat((long) i << 2);
    }
  }

  static final class Float64 extends Fixed implements DoubleColumnVector {
    Float64(FieldVector vector) {
      super(vector);
    }

    @Override
    public double getDouble(int i) {
      return data.getDouble((long) i << 3);
    }
  }
}
