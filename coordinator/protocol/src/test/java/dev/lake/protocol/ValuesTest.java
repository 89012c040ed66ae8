package dev.lake.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
  @ParameterizedTest
  @ValueSource(strings = {"x", "main.x", "lake.main.x"})
  void a_table_of_the_default_namespace_is_written_in_three_ways(String text) {
    assertThat(TableName.parse(text)).isEqualTo(new TableName("main", "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "x.",
        ".x",
        "a.b.c",
        "hive.main.x",
        "lake.main.x.y",
        "a/b",
        "a\\b",
        "a`b",
        "a\"b",
        " x",
        "x ",
        "a\u0000b",
        "a\nb",
        "a\u200bb",
        "a\u202eb",
        "e\u0301",
        "\ud800"
      })
  void what_is_no_table_name_is_refused_by_name(String text) {
    assertThatThrownBy(() -> TableName.parse(text))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("Not a table name: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Orders", "my table", "é", "名前", "a-b", "$x;--", "'x'", "😀"})
  void other_characters_name_a_table(String name) {
    assertThat(TableName.parse("ns." + name).name()).isEqualTo(name);
  }

  @Test
  void a_table_name_has_a_bound() {
    assertThat(new TableName("n".repeat(128), "x".repeat(128))).isNotNull();
    refused(() -> new TableName("main", "x".repeat(129)), "table name must be at most 128");
  }

  @Test
  void query_ids_are_random_and_of_one_form() {
    assertThat(QueryId.random()).isNotEqualTo(QueryId.random());
    refused(() -> new QueryId("0123456789ABCDEF0123456789ABCDEF"), "query id must be 32");
    refused(() -> new QueryId("../../etc"), "query id must be 32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "A", "a/b", "..", "a_b", "é", "a\n"})
  @DisplayName("I6: a tenant is one plain segment of a key")
  void i6_a_tenant_is_one_plain_segment(String tenant) {
    refused(() -> new TenantId(tenant), "tenant must be");
  }

  @Test
  void a_tenant_has_at_most_63_characters() {
    assertThat(new TenantId("a".repeat(63))).isNotNull();
    refused(() -> new TenantId("a".repeat(64)), "tenant must be");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "a b", "a/b", "a\n", "é"})
  void a_principal_is_plain(String name) {
    refused(() -> new Principal(name, new TenantId("t")), "principal must be");
  }

  @Test
  @DisplayName("I2: a snapshot set holds each table once, in one order")
  void i2_a_snapshot_set_is_sorted_and_unique() {
    TableSnapshot a = new TableSnapshot(new TableName("main", "a"), "/a", "i", 1);
    TableSnapshot b = new TableSnapshot(new TableName("main", "b"), "/b", "i", 1);
    TableSnapshot later = new TableSnapshot(a.table(), "/a", "i", 2);

    assertThat(new SnapshotSet(List.of(b, a))).isEqualTo(new SnapshotSet(List.of(a, b)));
    assertThat(new SnapshotSet(List.of(b, a)).find(b.table())).contains(b);
    refused(() -> new SnapshotSet(List.of(a, later)), "one per table");
  }

  @Test
  @DisplayName("I6: what is logged of a value holds no SQL, location or token")
  void i6_values_do_not_show_secrets() {
    List<Object> values =
        List.of(
            Samples.STATEMENT,
            Samples.PREPARED,
            Samples.SPEC,
            Samples.SNAPSHOTS,
            Samples.PINNED,
            Samples.CONNECTION,
            new TableCommand.Register(
                Samples.ORDERS, Samples.PINNED.location(), Samples.PINNED.version()));
    for (Object value : values) {
      assertThat(value.toString())
          .doesNotContain("SELECT")
          .doesNotContain("bucket")
          .doesNotContain("/data/")
          .doesNotContain("token");
    }
  }

  @Test
  @DisplayName("I8: the pieces of a part add up to it")
  void i8_pieces_add_up() {
    List<UploadedPiece> pieces = List.of(new UploadedPiece(1, "e", 10));
    refused(
        () -> new StagedPart("p", "u", pieces, 1, 11, Samples.CRC, List.of()),
        "bytes must be the sum");
    refused(
        () ->
            new StagedPart(
                "p", "u", List.of(new UploadedPiece(2, "e", 10)), 1, 10, Samples.CRC, List.of()),
        "pieces must be numbered from 1");
  }

  @Test
  void batch_offsets_ascend_inside_the_part() {
    refused(() -> part(List.of(5L, 5L)), "batch offsets must be ascending");
    refused(() -> part(List.of(5L, 4L)), "batch offsets must be ascending");
    refused(() -> part(List.of(10L)), "inside the part");
    refused(() -> part(List.of(-1L)), "batch offsets must be ascending");
    assertThat(part(List.of(0L, 9L)).batchOffsets()).hasSize(2);
  }

  private static ManifestPart part(List<Long> offsets) {
    return new ManifestPart("p", 1, 10, Samples.CRC, "e", offsets);
  }

  @Test
  void parts_of_a_result_are_named_differently() {
    refused(
        () -> new CommitRecord(Samples.QUERY, 1, true, List.of(Samples.STAGED, Samples.STAGED)),
        "parts must be named differently");
  }

  @Test
  void a_digest_is_as_long_as_its_algorithm_says() {
    refused(() -> new Digest(DigestAlgorithm.CRC32C, Samples.SHA), "8 lower-case");
    refused(() -> new Digest(DigestAlgorithm.SHA_256, "00c0ffee"), "64 lower-case");
    refused(() -> new Digest(DigestAlgorithm.CRC32C, "00C0FFEE"), "8 lower-case");
  }

  @Test
  void a_failure_keeps_as_much_of_its_message_as_fits() {
    Failure narrow = Failure.of(ErrorCode.INTERNAL, "x".repeat(5000));
    Failure wide = Failure.of(ErrorCode.INTERNAL, "😀".repeat(5000));

    assertThat(narrow.message()).hasSize(1000);
    assertThat(wide.message()).isEqualTo("😀".repeat(500));
    assertThat(Failure.of(ErrorCode.INTERNAL, " \n ").message()).isEqualTo("INTERNAL");
    assertThat(Failure.of(ErrorCode.INTERNAL, "a\nb").message()).isEqualTo("a b");
    refused(() -> new Failure(ErrorCode.INTERNAL, "x".repeat(1001)), "at most 1000");
  }

  @Test
  void schema_bytes_are_not_shared() {
    byte[] bytes = {1, 2, 3};
    SchemaBytes schema = SchemaBytes.of(bytes);
    bytes[0] = 9;
    schema.toBytes()[1] = 9;

    assertThat(schema.toBytes()).containsExactly(1, 2, 3);
    refused(() -> SchemaBytes.of(new byte[0]), "schema must be 1 to");
  }

  @Test
  void an_exception_without_arguments_takes_its_text_as_it_stands() {
    assertThat(new LakeException(ErrorCode.INTERNAL, "100 % of it")).hasMessage("100 % of it");
    assertThat(new LakeException(ErrorCode.INTERNAL, "%d of %s", 1, null)).hasMessage("1 of null");
  }

  @Test
  void an_action_on_tables_is_found_by_its_type() {
    for (TableAction action : TableAction.values()) {
      assertThat(TableAction.ofType(action.type())).contains(action);
    }
    assertThat(TableAction.ofType("lake.table.unknown")).isEmpty();
    assertThat(new TableCommand.ListTables().actionType()).isEqualTo("lake.table.list");
  }

  private static void refused(ThrowingCallable construction, String message) {
    assertThatThrownBy(construction)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
