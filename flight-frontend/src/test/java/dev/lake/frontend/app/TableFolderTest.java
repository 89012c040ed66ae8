package dev.lake.frontend.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.frontend.app.TableFolder.Found;
import dev.lake.jobs.store.LocalObjectStore;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TableFolderTest {
  @TempDir Path root;

  @Test
  void findsDatasetsInTheDirectoryAndInItsNamespaces() throws IOException {
    dataset("x.lance");
    dataset("sales/y.lance");
    dataset("too/deep/z.lance");
    dataset(".hidden/w.lance");
    Files.createDirectories(root.resolve("empty.lance"));
    Files.writeString(root.resolve("notes.lance"), "a file");
    assertThat(TableFolder.inDirectory(root))
        .containsExactly(
            new Found("sales", "y", root.resolve("sales/y.lance").toString()),
            new Found("main", "x", root.resolve("x.lance").toString()));
  }

  @Test
  void takesADatasetItself() throws IOException {
    Path dataset = dataset("x.lance");
    assertThat(TableFolder.inDirectory(dataset))
        .containsExactly(new Found("main", "x", dataset.toString()));
  }

  @Test
  void aDirectoryThatIsNotThereIsAMistake() {
    assertThatThrownBy(() -> TableFolder.inDirectory(root.resolve("typo")))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("--tables " + root.resolve("typo"));
  }

  @Test
  void findsTheSameInAStore() {
    try (LocalObjectStore store = new LocalObjectStore(root)) {
      for (String key :
          new String[] {
            "x.lance/_versions/1.manifest",
            "x.lance/_versions/2.manifest",
            "x.lance/data/0.lance",
            "sales/y.lance/_versions/1.manifest",
            "too/deep/z.lance/_versions/1.manifest",
            "other.txt"
          }) {
        store.createExclusively(key, "content".getBytes(StandardCharsets.UTF_8));
      }
      assertThat(TableFolder.inStore(store, "s3://bucket/tables"))
          .containsExactly(
              new Found("sales", "y", "s3://bucket/tables/sales/y.lance"),
              new Found("main", "x", "s3://bucket/tables/x.lance"));
    }
  }

  private Path dataset(String path) throws IOException {
    Path dataset = root.resolve(path);
    Files.createDirectories(dataset.resolve("_versions"));
    return dataset;
  }
}
