package dev.lake.lance.types;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.arrow.memory.util.Float16;
import org.junit.jupiter.api.Test;

class HalfFloatsTest {
  @Test
  void everyHalfComesBack() {
    for (int bits = 0; bits <= 0xffff; bits++) {
      float value = HalfFloats.toFloat((short) bits);
      assertThat(HalfFloats.fromFloat(value)).isEqualTo(bits);
      assertThat((Float) value).isEqualTo((Float) Float16.toFloat((short) bits));
    }
  }

  @Test
  void onlyWhatAHalfHoldsIsAHalf() {
    assertThat(HalfFloats.fromFloat(65504f)).isEqualTo(0x7bff);
    assertThat(HalfFloats.fromFloat(65505f)).isEqualTo(-1);
    assertThat(HalfFloats.fromFloat(65536f)).isEqualTo(-1);
    assertThat(HalfFloats.fromFloat(Math.nextUp(1f))).isEqualTo(-1);
    assertThat(HalfFloats.fromFloat(Float.MIN_VALUE)).isEqualTo(-1);
    assertThat(HalfFloats.fromFloat(Float.MAX_VALUE)).isEqualTo(-1);
    assertThat(HalfFloats.fromFloat(0x1.8p-24f)).isEqualTo(-1);
    assertThat(HalfFloats.fromFloat(Float.intBitsToFloat(0x7f80_0001))).isEqualTo(0x7e00);
  }
}
