package dev.lake.lance.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.LanceTables;
import dev.lake.lance.NumberTable;
import dev.lake.lance.dataset.DatasetDescription.FragmentDescription;
import dev.lake.lance.dataset.DatasetException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Ref;
import org.lance.schema.ColumnAlteration;

class DatasetsITCase {
  @TempDir Path directory;

  private final Datasets datasets = new Datasets(StorageOptions.NONE, 2);

  @AfterEach
  void closeReturnsEverything() {
    datasets.close();
  }

  private Path numbers() {
    Path path = directory.resolve("secret-name.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 100));
    return path;
  }

  @Test
  void describesAVersion() {
    Path path = numbers();
    LanceTables.delete(path, "n < 5");

    DatasetDescription latest = datasets.latest(path.toString());

    assertThat(latest.version()).isEqualTo(2);
    assertThat(latest.rows()).isEqualTo(95);
    assertThat(latest.schema()).isEqualTo(NumberTable.SCHEMA);
    assertThat(latest.fragments())
        .containsExactly(
            new FragmentDescription(0, 35),
            new FragmentDescription(1, 40),
            new FragmentDescription(2, 20));
    assertThat(latest.toString()).doesNotContain("secret-name");
    assertThat(datasets.at(path.toString(), 1).rows()).isEqualTo(100);
  }

  @Test
  void describesAnEmptyTable() {
    Path path = directory.resolve("empty.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 0));

    DatasetDescription empty = datasets.latest(path.toString());

    assertThat(empty.rows()).isZero();
    assertThat(empty.fragments()).isEmpty();
    assertThat(empty.schema()).isEqualTo(NumberTable.SCHEMA);
  }

  @Test
  void namesAColumnWhoseNameLanceCannotScan() {
    Path path = directory.resolve("tick.lance");
    Schema schema = LanceTables.schema(LanceTables.column("a`b", new ArrowType.Int(64, true)));
    LanceTables.create(path, schema, 40, root -> root.setRowCount(2));

    fails(Kind.UNSUPPORTED_FEATURE, () -> datasets.latest(path.toString()));
    assertThatThrownBy(() -> datasets.latest(path.toString()))
        .hasMessage("Column 'a`b' has a name that Lance cannot scan.");
  }

  @Test
  void givesEachContentItsOwnIncarnationAndKeepsIt() {
    Path path = numbers();
    LanceTables.append(path, NumberTable.SCHEMA, 40, NumberTable.rows(100, 110));
    LanceTables.delete(path, "n = 3");
    LanceTables.delete(path, "n = 4");
    LanceTables.change(
        path,
        dataset ->
            dataset.alterColumns(
                List.of(new ColumnAlteration.Builder("text").rename("words").build())));

    List<String> incarnations =
        LongStream.rangeClosed(1, 5)
            .mapToObj(version -> datasets.at(path.toString(), version).incarnation())
            .toList();

    assertThat(incarnations).doesNotHaveDuplicates().allMatch(i -> i.matches("[0-9a-f]{64}"));
    for (int version = 1; version <= 5; version++) {
      datasets.verify(path.toString(), version, incarnations.get(version - 1));
    }
  }

  @Test
  @DisplayName("I2: a dataset re-created at the same path is another one")
  void i2NoticesARecreatedDataset() throws IOException {
    Path path = numbers();
    DatasetDescription before = datasets.latest(path.toString());
    deleteAll(path);
    numbers();

    assertThat(datasets.latest(path.toString()).version()).isEqualTo(before.version());
    fails(Kind.CHANGED, () -> datasets.at(path.toString(), before.version(), before.incarnation()));
    fails(
        Kind.CHANGED,
        () -> datasets.verify(path.toString(), before.version(), before.incarnation()));
  }

  @Test
  @DisplayName("I2: a version that was cleaned up is gone, also if it was described before")
  void i2NoticesAVersionThatIsGone() {
    Path path = numbers();
    DatasetDescription before = datasets.latest(path.toString());
    LanceTables.overwrite(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 10));
    LanceTables.cleanUp(path);

    fails(Kind.VERSION_GONE, () -> datasets.at(path.toString(), 1));
    fails(Kind.VERSION_GONE, () -> datasets.at(path.toString(), 1, before.incarnation()));
    fails(Kind.VERSION_GONE, () -> datasets.at(path.toString(), 77));
  }

  @Test
  void namesWhatIsMissing() {
    fails(Kind.MISSING, () -> datasets.latest(directory.resolve("secret-none").toString()));
    fails(Kind.MISSING, () -> datasets.at(directory.resolve("secret-none").toString(), 3));
    fails(Kind.UNSUPPORTED_FEATURE, () -> datasets.latest("secret://bucket/table"));
  }

  @Test
  void namesADamagedManifest() throws IOException {
    Path path = numbers();
    try (Stream<Path> files = Files.walk(path.resolve("_versions"))) {
      for (Path manifest : files.filter(f -> f.toString().endsWith(".manifest")).toList()) {
        byte[] bytes = Files.readAllBytes(manifest);
        java.util.Arrays.fill(bytes, bytes.length - 40, bytes.length - 20, (byte) 0);
        Files.write(manifest, bytes);
      }
    }

    fails(Kind.UNREADABLE, () -> datasets.latest(path.toString()));
  }

  @Test
  void refusesFileFormatsThatWouldAbortTheProcess() {
    Path path = directory.resolve("next.lance");
    LanceTables.createWithFormat(path, NumberTable.SCHEMA, "2.3", NumberTable.rows(0, 10));

    assertThatThrownBy(() -> datasets.latest(path.toString()))
        .isInstanceOfSatisfying(
            DatasetException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORMAT_TOO_NEW))
        .hasMessageContaining("2.3")
        .hasMessageContaining("2.2");
  }

  @Test
  void readsTheNewestFormatThatIsKnown() {
    Path path = directory.resolve("known.lance");
    LanceTables.createWithFormat(path, NumberTable.SCHEMA, "2.2", NumberTable.rows(0, 10));

    assertThat(datasets.latest(path.toString()).rows()).isEqualTo(10);
  }

  @Test
  void refusesFilesOfAnotherDataset() {
    Path path = numbers();
    Path clone = directory.resolve("clone.lance");
    LanceTables.change(
        path, dataset -> dataset.shallowClone(clone.toString(), Ref.ofMain()).close());

    fails(Kind.OUTSIDE_FILES, () -> datasets.latest(clone.toString()));
  }

  @Test
  void knowsPathsThatLeaveTheDataset() {
    assertThat(List.of("a.lance", "sub/a.lance")).allMatch(FileChecks::insideDataset);
    assertThat(List.of("", "/a", "../a", "a/../../b", "a/./b", "a//b", "s3://b/a", "a\\b"))
        .noneMatch(FileChecks::insideDataset);
  }

  @Test
  void boundsItsCache() {
    Path path = numbers();
    for (int i = 0; i < 4; i++) {
      LanceTables.append(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 1));
    }
    DatasetDescription first = datasets.at(path.toString(), 1);
    assertThat(datasets.at(path.toString(), 1)).isSameAs(first);

    datasets.at(path.toString(), 2);
    datasets.at(path.toString(), 3);

    assertThat(datasets.at(path.toString(), 1)).isEqualTo(first).isNotSameAs(first);
  }

  @Test
  void doesNotWaitForADeadStoreForMinutes() {
    S3StorageOptions dead =
        new S3StorageOptions(
            java.util.Optional.of("http://127.0.0.1:1"),
            "us-east-1",
            "secret-key",
            "secret-secret",
            java.util.Optional.empty());
    try (Datasets remote = new Datasets(dead, 1)) {
      fails(Kind.UNAVAILABLE, () -> remote.latest("s3://secret-bucket/secret-table"));
    }
  }

  @Test
  void handsS3OptionsToS3Alone() {
    S3StorageOptions options =
        new S3StorageOptions(
            java.util.Optional.of("http://127.0.0.1:9"),
            "us-east-1",
            "the-key",
            "the-secret",
            java.util.Optional.of("the-token"));

    assertThat(options.of("/local/path")).isEmpty();
    assertThat(options.of("s3://bucket/table"))
        .containsAllEntriesOf(
            Map.of(
                "aws_access_key_id", "the-key",
                "aws_secret_access_key", "the-secret",
                "aws_session_token", "the-token",
                "aws_endpoint", "http://127.0.0.1:9",
                "aws_region", "us-east-1",
                "allow_http", "true"));
    assertThat(options.toString()).doesNotContain("the-key", "the-secret", "the-token");
  }

  @Test
  void registersProfilesUntilTheyAreClosed() {
    StorageOptions options = location -> Map.of("a", "b");
    try (var registration = StorageProfiles.register("datasets-test", options)) {
      assertThat(registration).isNotNull();
      assertThat(StorageProfiles.get("datasets-test")).isSameAs(options);
      assertThatThrownBy(() -> StorageProfiles.register("datasets-test", options))
          .isInstanceOf(IllegalStateException.class);
    }
    fails(Kind.UNAVAILABLE, () -> StorageProfiles.get("datasets-test"));
  }

  /** Also: nothing of a path, a URL or a key is in the message or anywhere behind it. */
  static void fails(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DatasetException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageNotContainingAny("secret", "/", "tmp", "127.0.0.1")
        .hasNoCause();
  }

  static void deleteAll(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      files
          .sorted(java.util.Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
