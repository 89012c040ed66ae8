package dev.lake.coordinator.ticket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("I5: sealed bytes open exactly one thing and reveal nothing")
class SealerTest {
  private static final byte[] PLAIN = "SELECT secret FROM t".getBytes(UTF_8);

  private final KeyRing keys = KeyRing.random();
  private final Sealer sealer = new Sealer(keys, "lake-1/1");

  @ParameterizedTest
  @EnumSource
  void opens_what_it_sealed(SealKind kind) {
    assertThat(sealer.open(kind, sealer.seal(kind, PLAIN))).isEqualTo(PLAIN);
  }

  @Test
  void opens_on_another_replica() {
    byte[] sealed = sealer.seal(SealKind.POLL, PLAIN);
    assertThat(new Sealer(keys, "lake-1/1").open(SealKind.POLL, sealed)).isEqualTo(PLAIN);
  }

  @Test
  void does_not_show_what_is_sealed_nor_that_two_are_the_same() {
    byte[] one = sealer.seal(SealKind.STATEMENT, PLAIN);
    byte[] two = sealer.seal(SealKind.STATEMENT, PLAIN);

    assertThat(new String(one, ISO_8859_1))
        .doesNotContain("SELECT")
        .doesNotContain("secret")
        .doesNotContain("lake-1");
    assertThat(one).isNotEqualTo(two).hasSize(PLAIN.length + Sealer.OVERHEAD);
  }

  @Test
  void every_changed_byte_is_refused() {
    byte[] sealed = sealer.seal(SealKind.PART, PLAIN);
    for (int at = 0; at < sealed.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = sealed.clone();
        changed[at] ^= (byte) (1 << bit);
        refused(() -> sealer.open(SealKind.PART, changed));
      }
    }
  }

  @Test
  void every_truncation_and_extension_is_refused() {
    byte[] sealed = sealer.seal(SealKind.PART, PLAIN);
    for (int length = 0; length < sealed.length; length++) {
      byte[] cut = Arrays.copyOf(sealed, length);
      refused(() -> sealer.open(SealKind.PART, cut));
    }
    refused(() -> sealer.open(SealKind.PART, Arrays.copyOf(sealed, sealed.length + 1)));
  }

  @Test
  void no_kind_opens_as_another() {
    for (SealKind made : SealKind.values()) {
      byte[] sealed = sealer.seal(made, PLAIN);
      for (SealKind used : SealKind.values()) {
        if (used != made) {
          refused(() -> sealer.open(used, sealed));
        }
      }
    }
  }

  @Test
  void another_deployment_or_generation_does_not_open_it() {
    byte[] sealed = sealer.seal(SealKind.POLL, PLAIN);
    refused(() -> new Sealer(keys, "lake-1/2").open(SealKind.POLL, sealed));
    refused(() -> new Sealer(KeyRing.random(), "lake-1/1").open(SealKind.POLL, sealed));
  }

  @Test
  void a_kind_and_an_audience_cannot_be_shifted_into_each_other() {
    // Without a length in front, PART + "X" and a kind called PARTX would be the same bytes.
    byte[] sealed = new Sealer(keys, "").seal(SealKind.PART, PLAIN);
    refused(() -> new Sealer(keys, "PART").open(SealKind.PART, sealed));
  }

  @Test
  void another_version_is_refused_with_advice() {
    byte[] sealed = sealer.seal(SealKind.STATEMENT, PLAIN);
    for (int version : new int[] {0, 2, -1}) {
      byte[] other = sealed.clone();
      other[0] = (byte) version;
      LakeException e = refused(() -> sealer.open(SealKind.STATEMENT, other));
      assertThat(e).hasMessageContaining("made by another version of lake; ask for a new one");
    }
  }

  @Test
  void nothing_is_told_of_why_it_did_not_open() {
    byte[] sealed = sealer.seal(SealKind.POLL, PLAIN);
    byte[] changed = sealed.clone();
    changed[changed.length - 1] ^= 1;

    LakeException tampered = refused(() -> sealer.open(SealKind.POLL, changed));
    LakeException foreign =
        refused(() -> new Sealer(KeyRing.random(), "lake-1/1").open(SealKind.POLL, sealed));

    assertThat(tampered).hasMessage(foreign.getMessage()).hasNoCause();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("I7: sealed bytes have a bound, both ways")
  void i7_a_kind_has_a_bound(SealKind kind) {
    int most = kind.maxBytes() - Sealer.OVERHEAD;

    assertThat(sealer.seal(kind, new byte[most])).hasSize(kind.maxBytes());
    assertThatThrownBy(() -> sealer.seal(kind, new byte[most + 1]))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("over the bound of " + most);
    refused(() -> sealer.open(kind, new byte[kind.maxBytes() + 1]));
  }

  private static LakeException refused(ThrowingCallable open) {
    Throwable thrown = catchThrowable(open);
    assertThat(thrown).isInstanceOf(LakeException.class);
    assertThat(((LakeException) thrown).code()).isEqualTo(ErrorCode.TICKET_INVALID);
    return (LakeException) thrown;
  }
}
