package dev.lake.lance.types;

import java.math.BigInteger;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;

/** Integers, floats and decimals; unsigned ones and halves from the wider type SQL has for them. */
final class NumberWriters {
  private NumberWriters() {}

  static FixedWriter signed(FieldVector vector, String column, int bits) {
    return switch (bits) {
      case 8 ->
          new FixedWriter(vector, column, 1) {
            @Override
            void put(RowData row, int index) {
              data.setByte(size, row.getByte(index));
            }
          };
      case 16 ->
          new FixedWriter(vector, column, 2) {
            @Override
            void put(RowData row, int index) {
              data.setShort((long) size << 1, row.getShort(index));
            }
          };
      case 32 ->
          new FixedWriter(vector, column, 4) {
            @Override
            void put(RowData row, int index) {
              data.setInt((long) size << 2, row.getInt(index));
            }
          };
      default ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              data.setLong((long) size << 3, row.getLong(index));
            }
          };
    };
  }

  static FixedWriter unsigned(FieldVector vector, String column, int bits, int precision) {
    return switch (bits) {
      case 8 ->
          new FixedWriter(vector, column, 1) {
            @Override
            void put(RowData row, int index) {
              data.setByte(size, (int) checked(this, row.getShort(index), 0xff));
            }
          };
      case 16 ->
          new FixedWriter(vector, column, 2) {
            @Override
            void put(RowData row, int index) {
              data.setShort((long) size << 1, (int) checked(this, row.getInt(index), 0xffff));
            }
          };
      case 32 ->
          new FixedWriter(vector, column, 4) {
            @Override
            void put(RowData row, int index) {
              data.setInt((long) size << 2, (int) checked(this, row.getLong(index), 0xffff_ffffL));
            }
          };
      default ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              DecimalData decimal = row.getDecimal(index, precision, 0);
              BigInteger value = decimal.toBigDecimal().toBigIntegerExact();
              if (value.signum() < 0 || value.bitLength() > Long.SIZE) {
                throw misfit("it is out of range");
              }
              data.setLong((long) size << 3, value.longValue());
            }
          };
    };
  }

  private static long checked(FixedWriter writer, long value, long largest) {
    if (value < 0 || value > largest) {
      throw writer.misfit("it is out of range");
    }
    return value;
  }

  static FixedWriter floating(FieldVector vector, String column, FloatingPointPrecision precision) {
    return switch (precision) {
      case HALF ->
          new FixedWriter(vector, column, 2) {
            @Override
            void put(RowData row, int index) {
              int half = HalfFloats.fromFloat(row.getFloat(index));
              if (half < 0) {
                throw misfit("it has more digits or is out of range");
              }
              data.setShort((long) size << 1, half);
            }
          };
      case SINGLE ->
          new FixedWriter(vector, column, 4) {
            @Override
            void put(RowData row, int index) {
              data.setFloat((long) size << 2, row.getFloat(index));
            }
          };
      case DOUBLE ->
          new FixedWriter(vector, column, 8) {
            @Override
            void put(RowData row, int index) {
              data.setDouble((long) size << 3, row.getDouble(index));
            }
          };
    };
  }

  /** decimal128: 16 bytes, little endian, two's complement. */
  static FixedWriter decimal(FieldVector vector, String column, int precision, int scale) {
    return new FixedWriter(vector, column, 16) {
      @Override
      void put(RowData row, int index) {
        DecimalData decimal = row.getDecimal(index, precision, scale);
        long at = (long) size << 4;
        if (decimal.isCompact()) {
          long unscaled = decimal.toUnscaledLong();
          data.setLong(at, unscaled);
          data.setLong(at + 8, unscaled >> 63);
          return;
        }
        BigInteger unscaled = decimal.toBigDecimal().unscaledValue();
        data.setLong(at, unscaled.longValue());
        data.setLong(at + 8, unscaled.shiftRight(Long.SIZE).longValue());
      }
    };
  }
}
