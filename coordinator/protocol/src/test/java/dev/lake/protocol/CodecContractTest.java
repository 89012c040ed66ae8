package dev.lake.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every wire format keeps to. */
class CodecContractTest {
  /** Past the bound of every format. */
  private static final byte[] HUGE = new byte[CommitRecordCodec.MAX_BYTES + 1];

  static Stream<Wire> formats() {
    return Wire.all();
  }

  @ParameterizedTest
  @MethodSource("formats")
  void writes_its_golden_file_byte_for_byte(Wire wire) throws IOException {
    assertThat(new String(wire.write(), UTF_8)).isEqualTo(golden(wire));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void reads_its_golden_file(Wire wire) throws IOException {
    assertThat(wire.read(golden(wire).getBytes(UTF_8))).isEqualTo(wire.sample());
  }

  @ParameterizedTest
  @MethodSource("formats")
  void names_itself_versioned_first(Wire wire) {
    assertThat(JsonEdit.keys(wire.write())).first().isEqualTo("format-version");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void refuses_another_version(Wire wire) {
    for (String version : List.of("0", "2", "\"1\"", "1.0", "99999999999999999999", "null")) {
      LakeException e = refused(wire, JsonEdit.with(wire.write(), "format-version", version));
      assertThat(e).hasMessageContaining("'format-version'");
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void refuses_to_look_at_anything_before_the_version(Wire wire) {
    byte[] unversioned = JsonEdit.without(wire.write(), "format-version");
    byte[] last = JsonEdit.with(unversioned, "format-version", "1");
    if (JsonEdit.keys(last).size() > 1) {
      assertThat(refused(wire, last)).hasMessageContaining("'format-version'");
    }
    assertThat(refused(wire, unversioned)).hasMessageContaining("'format-version'");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void names_an_unknown_key(Wire wire) {
    byte[] more = JsonEdit.with(wire.write(), "surprise", "1");
    assertThat(refused(wire, more)).hasMessageContaining("key 'surprise' is unknown");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void names_a_missing_key(Wire wire) {
    byte[] whole = wire.write();
    for (String key : JsonEdit.keys(whole)) {
      byte[] less = JsonEdit.without(whole, key);
      if (wire.optional(key)) {
        assertThat(wire.read(less)).isNotEqualTo(wire.sample());
      } else {
        // A field that only some states carry is named as the record names it.
        assertThat(refused(wire, less).getMessage()).containsAnyOf(key, key.replace('-', ' '));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void names_a_key_of_the_wrong_type(Wire wire) {
    byte[] whole = wire.write();
    for (String key : JsonEdit.keys(whole)) {
      for (String value : List.of("[[\"secret\"]]", "null", "{\"secret\":\"secret\"}")) {
        LakeException e = refused(wire, JsonEdit.with(whole, key, value));
        assertThat(e).hasMessageContaining(key).hasMessageNotContaining("\"secret\"");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void refuses_every_truncation(Wire wire) {
    byte[] whole = wire.write();
    for (int length = 0; length < whole.length; length++) {
      refused(wire, Arrays.copyOf(whole, length));
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void refuses_what_follows_the_object(Wire wire) {
    refused(wire, (new String(wire.write(), UTF_8) + "{}").getBytes(UTF_8));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void refuses_a_key_given_twice(Wire wire) {
    String text = new String(wire.write(), UTF_8);
    List<String> keys = JsonEdit.keys(wire.write());
    String twice = text.replaceFirst("\\{", "{\"format-version\":1,");
    assertThat(refused(wire, twice.getBytes(UTF_8)))
        .hasMessageContaining(keys.size() > 1 ? "format-version" : "");
  }

  @ParameterizedTest
  @MethodSource("formats")
  @DisplayName("I7: refuses what is over its bound before it is parsed")
  void i7_refuses_oversize(Wire wire) {
    assertThat(refused(wire, HUGE)).hasMessageContaining("over the bound");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void refuses_deep_nesting(Wire wire) {
    String deep = "[".repeat(100_000);
    refused(wire, ("{\"format-version\":1,\"x\":" + deep).getBytes(UTF_8));
  }

  private static LakeException refused(Wire wire, byte[] bytes) {
    Throwable thrown = catchThrowable(() -> wire.read(bytes));
    assertThat(thrown).isInstanceOf(LakeException.class);
    LakeException e = (LakeException) thrown;
    assertThat(e.code()).isEqualTo(wire.unreadable());
    return e;
  }

  private static String golden(Wire wire) throws IOException {
    String name = "/golden/" + wire.golden() + ".json";
    try (InputStream in = CodecContractTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), UTF_8).stripTrailing();
    }
  }
}
