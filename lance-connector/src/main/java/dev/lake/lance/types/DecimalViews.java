package dev.lake.lance.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.columnar.vector.DecimalColumnVector;
import org.jspecify.annotations.Nullable;

/** Decimals, and the unsigned 64-bit integers that only a decimal holds. */
final class DecimalViews {
  private DecimalViews() {}

  /** decimal128: 16 bytes, little endian, two's complement. */
  static final class Decimal128 extends ColumnView implements DecimalColumnVector {
    private final String column;
    private final ArrowBuf data;
    private final int precision;
    private final int scale;
    private final long bound;

    Decimal128(String column, FieldVector vector, int precision, int scale) {
      super(vector);
      this.column = column;
      this.data = vector.getDataBuffer();
      this.precision = precision;
      this.scale = scale;
      this.bound = DecimalData.isCompact(precision) ? pow10(precision) : 0;
    }

    @Override
    public DecimalData getDecimal(int i, int wantedPrecision, int wantedScale) {
      long at = (long) i << 4;
      long low = data.getLong(at);
      long high = data.getLong(at + 8);
      boolean oneWord = high == low >> 63;
      if (bound != 0) {
        if (!oneWord || low >= bound || low <= -bound) {
          throw tooLarge();
        }
        return DecimalData.fromUnscaledLong(low, precision, scale);
      }
      BigDecimal value =
          oneWord ? BigDecimal.valueOf(low, scale) : new BigDecimal(join(high, low), scale);
      // Despite its signature this answers null for a value of too many digits.
      @Nullable DecimalData decimal = DecimalData.fromBigDecimal(value, precision, scale);
      if (decimal == null) {
        throw tooLarge();
      }
      return decimal;
    }

    private UnrepresentableValueException tooLarge() {
      String type = "decimal128(" + precision + ", " + scale + ")";
      return new UnrepresentableValueException(column, type, "it has more digits");
    }

    private static BigInteger join(long high, long low) {
      byte[] bigEndian = new byte[16];
      for (int b = 0; b < 8; b++) {
        bigEndian[b] = (byte) (high >> (56 - 8 * b));
        bigEndian[8 + b] = (byte) (low >> (56 - 8 * b));
      }
      return new BigInteger(bigEndian);
    }

    private static long pow10(int exponent) {
      long power = 1;
      for (int i = 0; i < exponent; i++) {
        power *= 10;
      }
      return power;
    }
  }

  /** uint64 as DECIMAL(20, 0). */
  static final class UInt64 extends ColumnView implements DecimalColumnVector {
    static final int PRECISION = 20;

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    private final ArrowBuf data;

    UInt64(FieldVector vector) {
      super(vector);
      this.data = vector.getDataBuffer();
    }

    @Override
    public DecimalData getDecimal(int i, int wantedPrecision, int wantedScale) {
      long bits = data.getLong((long) i << 3);
      BigDecimal value =
          bits >= 0
              ? BigDecimal.valueOf(bits)
              : new BigDecimal(BigInteger.valueOf(bits).add(TWO_TO_64));
      return DecimalData.fromBigDecimal(value, PRECISION, 0);
    }
  }
}
