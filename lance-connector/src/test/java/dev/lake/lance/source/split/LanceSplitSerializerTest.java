package dev.lake.lance.source.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.dataset.ScanRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class LanceSplitSerializerTest {
  private static final LanceSplitSerializer SERIALIZER = LanceSplitSerializer.INSTANCE;

  @Test
  void keepsEverything() throws IOException {
    LanceSplit split = new LanceSplit(new ScanRange(7, 1L << 40, 65536), 99);
    assertThat(SERIALIZER.deserialize(1, SERIALIZER.serialize(split))).isEqualTo(split);
    LanceSplit whole = LanceSplit.of(ScanRange.WHOLE);
    assertThat(SERIALIZER.deserialize(1, SERIALIZER.serialize(whole))).isEqualTo(whole);
  }

  @Test
  void writesVersionOneAsEver() {
    byte[] bytes = SERIALIZER.serialize(new LanceSplit(new ScanRange(2, 3, 4), 5));
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo("00000002" + "0000000000000003" + "0000000000000004" + "0000000000000005");
    assertThat(bytes.length).isLessThan(300);
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    byte[] bytes = SERIALIZER.serialize(LanceSplit.of(ScanRange.WHOLE));
    assertThatThrownBy(() -> SERIALIZER.deserialize(2, bytes)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> SERIALIZER.deserialize(1, Arrays.copyOf(bytes, 27)))
        .isInstanceOf(IOException.class);
    byte[] negative = bytes.clone();
    negative[20] = (byte) 0x80;
    assertThatThrownBy(() -> SERIALIZER.deserialize(1, negative)).isInstanceOf(IOException.class);
  }
}
