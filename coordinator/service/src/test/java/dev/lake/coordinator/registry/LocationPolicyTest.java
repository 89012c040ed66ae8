package dev.lake.coordinator.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocationPolicyTest {
  private static final LocationPolicy S3 =
      LocationPolicy.of(List.of("s3://lakehouse/data/", "s3://open"));

  @TempDir Path top;

  private Path root;
  private LocationPolicy local;

  @BeforeEach
  void makeRoot() throws IOException {
    top = top.toRealPath();
    root = Files.createDirectory(top.resolve("data"));
    local = LocationPolicy.of(List.of(root.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://lakehouse/data/t.lance",
        "s3://lakehouse/data/a/b c/ü.lance",
        "s3://lakehouse/data",
        "s3://open/t.lance"
      })
  void below_a_prefix_is_allowed(String location) {
    assertThat(S3.check(location)).isEqualTo(location);
    assertThat(S3.check(location + "/")).isEqualTo(location);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://lakehouse/database/t.lance",
        "s3://lakehouse/dat",
        "s3://lakehouse/t.lance",
        "s3://lakehouse",
        "s3://open",
        "s3://open/",
        "s3://opened/t.lance",
        "s3://lakehouse.evil/data/t.lance",
        "s3://lakehouse/data/../other/t.lance",
        "s3://lakehouse/data/./t.lance",
        "s3://lakehouse/data//t.lance",
        "s3://lakehouse//data/t.lance",
        "s3://lakehouse/data/t.lance//",
        "s3://lakehouse/data/%2e%2e/t.lance",
        "s3://lakehouse/data/t.lance?versionId=1",
        "s3://lakehouse/data/t.lance#x",
        "s3://lakehouse/data/a\\..\\t.lance",
        "s3://lakehouse/data/t\n.lance",
        "s3://user@lakehouse/data/t.lance",
        "s3://lakehouse:9000/data/t.lance",
        "S3://lakehouse/data/t.lance",
        "s3a://lakehouse/data/t.lance",
        "s3+ddb://lakehouse/data/t.lance",
        "gs://lakehouse/data/t.lance",
        "http://lakehouse/data/t.lance",
        "memory://t.lance",
        "lakehouse/data/t.lance",
        "",
        "/lakehouse/data/t.lance"
      })
  void all_else_is_refused(String location) {
    refused(S3, location);
  }

  @Test
  void below_a_directory_is_allowed() throws IOException {
    Path table = Files.createDirectories(root.resolve("ns/t.lance"));

    assertThat(local.check(table.toString())).isEqualTo(table.toString());
    assertThat(local.check(table + "/")).isEqualTo(table.toString());
    assertThat(local.check("file://" + table)).isEqualTo(table.toString());
    assertThat(local.check(root.resolve("later.lance").toString()))
        .isEqualTo(root.resolve("later.lance").toString());
  }

  @Test
  void a_directory_whose_name_only_begins_alike_is_refused() throws IOException {
    Path beside = Files.createDirectories(top.resolve("database/t.lance"));

    refused(local, beside.toString());
    refused(local, top.toString());
    refused(local, "/");
  }

  @Test
  void no_way_up_is_followed() throws IOException {
    Files.createDirectory(top.resolve("other"));

    refused(local, root + "/../other");
    refused(local, root + "/x/../../other");
    refused(local, root + "/./t.lance");
    refused(local, root + "/t\u0000.lance");
    refused(local, "data/t.lance");
    refused(local, "file:" + root + "/t.lance");
    refused(local, "file://host" + root + "/t.lance");
  }

  @Test
  void a_link_that_leads_out_is_refused_also_when_it_comes_later() throws IOException {
    Path outside = Files.createDirectories(top.resolve("outside/t.lance"));
    Path table = Files.createDirectory(root.resolve("t.lance"));
    String registered = local.check(table.toString());

    Files.delete(table);
    Files.createSymbolicLink(table, outside);
    refused(local, registered);
    Files.createSymbolicLink(root.resolve("up"), outside.getParent());
    refused(local, root.resolve("up/t.lance").toString());
    refused(local, root.resolve("up/not-there.lance").toString());
  }

  @Test
  void a_link_that_leads_nowhere_is_refused() throws IOException {
    Files.createSymbolicLink(root.resolve("t.lance"), top.resolve("nothing"));

    refused(local, root.resolve("t.lance").toString());
  }

  @Test
  void a_link_that_stays_inside_is_followed() throws IOException {
    Path table = Files.createDirectory(root.resolve("t.lance"));
    Path link = Files.createSymbolicLink(root.resolve("alias.lance"), table);

    assertThat(local.check(link.toString())).isEqualTo(table.toString());
  }

  @Test
  void a_root_may_be_a_link_and_may_come_later() throws IOException {
    Path link = top.resolve("linked");
    LocationPolicy policy = LocationPolicy.of(List.of(link.toString()));
    refused(policy, root.resolve("t.lance").toString());

    Files.createSymbolicLink(link, root);
    assertThat(policy.check(link.resolve("t.lance").toString()))
        .isEqualTo(root.resolve("t.lance").toString());
  }

  @Test
  void without_roots_nothing_is_allowed() {
    refused(LocationPolicy.of(List.of()), root.toString());
    refused(LocationPolicy.of(List.of()), "s3://lakehouse/data/t.lance");
  }

  @Test
  void a_bad_root_is_named_by_its_place() {
    for (String bad : List.of("data", "s3://", "s3://B/x", "/a/../b", "gs://b", "")) {
      assertThatThrownBy(() -> LocationPolicy.of(List.of("/ok", bad)))
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
          .hasMessageStartingWith("Allowed location 2: ");
    }
  }

  @Test
  @DisplayName("I6: a refusal does not repeat the location")
  void i6_a_refusal_does_not_repeat_the_location() {
    assertThatThrownBy(() -> S3.check("s3://private-bucket/t.lance"))
        .hasMessageStartingWith("The location is refused: it is not below an allowed location: ")
        .hasMessageContaining("sources.allow")
        .hasMessageNotContaining("private-bucket");
  }

  private static void refused(LocationPolicy policy, String location) {
    assertThatThrownBy(() -> policy.check(location))
        .as(location)
        .isInstanceOfSatisfying(
            LakeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.LOCATION_NOT_ALLOWED));
  }
}
