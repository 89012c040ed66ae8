package dev.lake.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalObjectStoreTest implements ObjectStoreContract {
  @TempDir private Path directory;
  private LocalObjectStore store;

  @BeforeEach
  void open() {
    store = new LocalObjectStore(directory, 64 << 10);
  }

  @Override
  public ObjectStore store() {
    return store;
  }

  @Override
  public String key(String name) {
    return "tenant/" + name;
  }

  @Test
  void leavesNoFolderOfADeletedQuery() throws IOException {
    store.createExclusively("tenant/query/a", new byte[1]);
    store.delete(java.util.List.of("tenant/query/a"));
    assertThat(directory.resolve("objects")).isEmptyDirectory();
    String id = store.startUpload("tenant/query/b");
    store.uploadPiece("tenant/query/b", id, 1, ByteBuffer.allocate(10));
    store.abortUpload("tenant/query/b", id);
    try (Stream<Path> left = Files.walk(directory.resolve("staging"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
  }
}
