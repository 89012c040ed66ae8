package dev.lake.frontend.app.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The key pair of the embedded object store, generated once and kept.
 *
 * @param accessKey the public half
 * @param secretKey never shown by {@link #toString}
 */
public record ObjectStoreKeys(String accessKey, String secretKey) {

  /** Reads the pair from the data directory; makes one at the first start. */
  public static ObjectStoreKeys ensure(DataDirectory directory) {
    Path file = directory.secrets().resolve("object-store.keys");
    try {
      if (!Files.exists(file)) {
        PrivateFiles.write(file, "lake-" + Secrets.hex(6) + "\n" + Secrets.token() + "\n");
      }
      List<String> lines = Files.readAllLines(file);
      return new ObjectStoreKeys(lines.get(0), lines.get(1));
    } catch (IOException e) {
      throw DataDirectory.asLake(directory.root(), e);
    }
  }

  @Override
  public String toString() {
    return "ObjectStoreKeys[accessKey=" + accessKey + "]";
  }
}
