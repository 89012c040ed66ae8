package dev.lake.lance.types;

/** IEEE 754 half precision, bit for bit, NaNs and signs included. */
final class HalfFloats {
  private static final int EXPONENT_BIAS = 127 - 15;

  private static final int INFINITY = 0x7c00;
  private static final int QUIET = 0x200;

  private HalfFloats() {}

  static float toFloat(short half) {
    int sign = (half & 0x8000) << 16;
    int exponent = (half >> 10) & 0x1f;
    int fraction = half & 0x3ff;
    if (exponent == 0x1f) {
      return Float.intBitsToFloat(sign | 0x7f80_0000 | (fraction << 13));
    }
    if (exponent != 0) {
      return Float.intBitsToFloat(sign | ((exponent + EXPONENT_BIAS) << 23) | (fraction << 13));
    }
    float subnormal = fraction * 0x1p-24f;
    return sign == 0 ? subnormal : -subnormal;
  }

  /** The half of the same value, in the low 16 bits; -1 if no half has exactly this value. */
  static int fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    int exponent = (bits >>> 23) & 0xff;
    int fraction = bits & 0x7f_ffff;
    if (exponent == 0xff) {
      boolean payloadFits = (fraction & 0x1fff) == 0;
      return sign | INFINITY | (payloadFits ? fraction >> 13 : QUIET);
    }
    if (exponent > EXPONENT_BIAS) {
      int narrow = exponent - EXPONENT_BIAS;
      boolean fits = (fraction & 0x1fff) == 0 && narrow < 0x1f;
      return fits ? sign | (narrow << 10) | (fraction >> 13) : -1;
    }
    float units = Math.abs(value) * 0x1p24f;
    int whole = (int) units;
    return whole == units ? sign | whole : -1;
  }
}
