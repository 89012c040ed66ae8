package dev.lake.coordinator.ticket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Principal;
import dev.lake.protocol.TenantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {
  private static final byte[] PLAIN = "plain".getBytes(UTF_8);
  private static final Principal ANA = new Principal("ana", new TenantId("acme"));

  @TempDir Path directory;

  @Test
  void a_file_is_only_for_its_owner_and_holds_the_same_ring() throws IOException {
    Path file = directory.resolve("keys.json");
    KeyRing made = KeyRing.create(file);
    KeyRing read = KeyRing.load(file);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(directory).isDirectoryNotContaining("glob:**.new");
    assertThat(read.keyIds()).isEqualTo(made.keyIds());
    assertThat(read.submissionName(ANA, "x")).isEqualTo(made.submissionName(ANA, "x"));
    byte[] sealed = new Sealer(made, "a").seal(SealKind.POLL, PLAIN);
    assertThat(new Sealer(read, "a").open(SealKind.POLL, sealed)).isEqualTo(PLAIN);
  }

  @Test
  void a_file_that_exists_is_not_written_over() throws IOException {
    Path file = directory.resolve("keys.json");
    KeyRing.create(file);
    byte[] before = Files.readAllBytes(file);

    refused(() -> KeyRing.create(file), "exists already");
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void a_missing_foreign_or_open_file_is_refused_by_name() throws IOException {
    Path file = directory.resolve("keys.json");
    refused(() -> KeyRing.load(file), "There is no key ring");
    refused(() -> KeyRing.create(directory.resolve("none/keys.json")), "Cannot write key ring");

    KeyRing.create(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    refused(() -> KeyRing.load(file), "is readable by others: chmod 600 it");
  }

  @Test
  void no_damaged_file_is_read_and_none_is_quoted() throws IOException {
    Path file = directory.resolve("keys.json");
    KeyRing.create(file);
    String text = Files.readString(file);
    List<String> damaged =
        List.of(
            "",
            "secret",
            "{}",
            text.substring(0, text.length() - 1),
            text + "{}",
            text.replace("\"format-version\":1", "\"format-version\":2"),
            text.replace("\"submission-key\":\"", "\"submission-key\":\"AAAA"),
            text.replace("\"ticket-keys\":{", "\"ticket-keys\":{\"x\":"),
            text.replace("\"ENABLED\"", "\"DISABLED\""),
            "x".repeat(100_000));
    for (String bad : damaged) {
      Files.writeString(file, bad);
      assertThatThrownBy(() -> KeyRing.load(file))
          .as(bad)
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
          .hasMessageNotContaining("secret")
          .hasMessageContaining("is not a key ring that this version can read");
    }
  }

  @Test
  void a_rotation_never_refuses_a_handle_that_lives() {
    KeyRing old = KeyRing.random();
    KeyRing distributed = old.withNewKey();
    int added = distributed.keyIds().get(1);
    KeyRing switched = distributed.withPrimary(added);
    KeyRing done = switched.withoutKey(old.primary());

    byte[] before = new Sealer(old, "a").seal(SealKind.POLL, PLAIN);
    byte[] during = new Sealer(distributed, "a").seal(SealKind.POLL, PLAIN);
    byte[] after = new Sealer(switched, "a").seal(SealKind.POLL, PLAIN);

    assertThat(new Sealer(old, "a").open(SealKind.POLL, during)).isEqualTo(PLAIN);
    assertThat(new Sealer(distributed, "a").open(SealKind.POLL, after)).isEqualTo(PLAIN);
    assertThat(new Sealer(switched, "a").open(SealKind.POLL, before)).isEqualTo(PLAIN);
    assertThat(new Sealer(done, "a").open(SealKind.POLL, after)).isEqualTo(PLAIN);
    assertThatThrownBy(() -> new Sealer(done, "a").open(SealKind.POLL, before))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TICKET_INVALID));
    assertThat(done.submissionName(ANA, "x")).isEqualTo(old.submissionName(ANA, "x"));
  }

  @Test
  void a_rotated_ring_is_stored_and_read_back() {
    Path file = directory.resolve("keys.json");
    KeyRing rotated = KeyRing.create(file).withNewKey();
    KeyRing next = rotated.withPrimary(rotated.keyIds().get(1));
    next.store(file);

    assertThat(KeyRing.load(file).keyIds()).isEqualTo(next.keyIds());
    assertThat(KeyRing.load(file).primary()).isEqualTo(next.primary());
  }

  @Test
  void the_primary_key_and_unknown_keys_cannot_be_taken_away() {
    KeyRing ring = KeyRing.random();
    int unknown = ring.primary() + 1;

    assertThatThrownBy(() -> ring.withoutKey(ring.primary())).hasMessageContaining("the primary");
    assertThatThrownBy(() -> ring.withoutKey(unknown)).hasMessageContaining("has no key");
    assertThatThrownBy(() -> ring.withPrimary(unknown)).hasMessageContaining("has no key");
  }

  @Test
  void submissions_of_different_principals_or_ids_have_different_names() {
    KeyRing ring = KeyRing.random();
    Principal joined = new Principal("x", new TenantId("acmeana"));

    assertThat(
            List.of(
                ring.submissionName(ANA, "x"),
                ring.submissionName(ANA, "y"),
                ring.submissionName(new Principal("anax", ANA.tenant()), "x"),
                ring.submissionName(new Principal("ana", new TenantId("acm")), "x"),
                ring.submissionName(joined, "x"),
                KeyRing.random().submissionName(ANA, "x")))
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[0-9a-f]{64}"));
    // The lengths in front keep "a" + "bc" from "ab" + "c".
    assertThat(ring.submissionName(new Principal("a", ANA.tenant()), "bc"))
        .isNotEqualTo(ring.submissionName(new Principal("ab", ANA.tenant()), "c"));
  }

  @Test
  void a_submission_id_has_a_bound() {
    KeyRing ring = KeyRing.random();
    assertThat(ring.submissionName(ANA, "x".repeat(256))).isNotEmpty();
    for (String id : List.of("", "x".repeat(257))) {
      assertThatThrownBy(() -> ring.submissionName(ANA, id))
          .isInstanceOf(LakeException.class)
          .hasMessage("A submission id has 1 to 256 characters");
    }
  }

  @Test
  void keys_are_not_shown() {
    assertThat(KeyRing.random().toString()).matches("KeyRing\\[-?\\d+]");
  }

  private static void refused(ThrowingCallable action, String message) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
        .hasMessageContaining(message);
  }
}
