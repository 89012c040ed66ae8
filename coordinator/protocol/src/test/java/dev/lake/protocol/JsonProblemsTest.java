package dev.lake.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** That a problem deep inside a text is found by its path, without its content. */
class JsonProblemsTest {
  private final String statement = new String(StatementClaimsCodec.write(Samples.STATEMENT), UTF_8);

  @Test
  void names_an_unknown_key_inside_an_object() {
    refused(
        statement.replace("\"type-mode\":", "\"x\":1,\"type-mode\":"), "'session.x' is unknown");
  }

  @Test
  void names_an_unknown_key_inside_an_array() {
    refused(statement.replace("\"version\":7", "\"version\":7,\"x\":1"), "'snapshots[1].x'");
  }

  @Test
  void names_the_object_whose_constructor_refused() {
    refused(statement.replace("\"version\":7", "\"version\":-7"), "'snapshots[1]' version must be");
  }

  @Test
  void names_a_key_given_twice_inside_an_object() {
    refused(
        statement.replace("\"type-mode\":", "\"time-zone\":\"Z\",\"type-mode\":"),
        "'session.time-zone' appears twice");
  }

  @Test
  void names_an_unknown_constant() {
    refused(
        statement.replace("\"exact\"", "\"EXACT\""), "'session.type-mode' has an unknown value");
  }

  @Test
  void names_an_unknown_time_zone_and_a_bad_time() {
    refused(statement.replace("Europe/Berlin", "Europe/Atlantis"), "'session.time-zone'");
    refused(statement.replace("2026-01-31T13:00:00Z", "tomorrow"), "'expires' is not a time");
  }

  @Test
  void names_a_number_out_of_range() {
    refused(statement.replace("\"version\":7", "\"version\":9223372036854775808"), "[1].version'");
    String entry = new String(PartReceiptCodec.write(Samples.RECEIPT), UTF_8);
    assertThatThrownBy(
            () ->
                PartReceiptCodec.read(
                    entry.replace("\"attempt\":1", "\"attempt\":4294967297").getBytes(UTF_8)))
        .hasMessageContaining("'attempt' is out of range");
  }

  @Test
  @DisplayName("I6: a malformed text is not quoted")
  void i6_does_not_quote_what_is_malformed() {
    assertThatThrownBy(
            () -> StatementClaimsCodec.read("{\"format-version\":1,secret".getBytes(UTF_8)))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("malformed or cut short at byte")
        .hasMessageNotContaining("secret")
        .hasRootCauseMessage("malformed or cut short at byte 20");
  }

  @Test
  void refuses_bytes_that_are_not_utf8() {
    byte[] bytes = statement.getBytes(UTF_8);
    bytes[statement.indexOf("SELECT")] = (byte) 0xff;
    assertThatThrownBy(() -> StatementClaimsCodec.read(bytes)).isInstanceOf(LakeException.class);
  }

  @Test
  void half_a_character_is_kept_as_it_is() {
    PreparedClaims torn =
        new PreparedClaims("SELECT '\ud83d'", Samples.SESSION, Samples.PRINCIPAL, Samples.CREATED);
    assertThat(PreparedClaimsCodec.read(PreparedClaimsCodec.write(torn))).isEqualTo(torn);
  }

  @Test
  void totals_must_be_those_of_the_parts() {
    String manifest = new String(ManifestCodec.write(Samples.MANIFEST), UTF_8);
    assertThatThrownBy(
            () ->
                ManifestCodec.read(manifest.replace("\"rows\":30", "\"rows\":31").getBytes(UTF_8)))
        .hasMessageContaining("totals must be those of the parts");
    String commit = new String(CommitRecordCodec.write(Samples.COMMIT), UTF_8);
    assertThatThrownBy(
            () ->
                CommitRecordCodec.read(
                    commit.replace("\"rows\":30", "\"rows\":31").getBytes(UTF_8)))
        .hasMessageContaining("totals must be those of the parts");
  }

  @Test
  @DisplayName("I7: a statement that no ticket holds is refused by name when it is written")
  void i7_refuses_to_write_past_the_bound() {
    PreparedClaims large =
        new PreparedClaims(
            "x".repeat(StatementClaims.MAX_SQL),
            Samples.SESSION,
            Samples.PRINCIPAL,
            Samples.CREATED);
    assertThatThrownBy(() -> PreparedClaimsCodec.write(large))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATEMENT_TOO_LARGE))
        .hasMessageContaining("over the bound of");
  }

  private void refused(String text, String message) {
    assertThatThrownBy(() -> StatementClaimsCodec.read(text.getBytes(UTF_8)))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining(message);
  }
}
