package dev.lake.demo;

import dev.lake.harness.StandaloneLake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The demo's own directory and process: whatever happens, both are gone in the end. */
final class Scratch implements AutoCloseable {
  private final Path root;
  private final AtomicReference<Optional<StandaloneLake>> lake =
      new AtomicReference<>(Optional.empty());

  private Scratch(Path root) {
    this.root = root;
  }

  static Scratch create() {
    try {
      return new Scratch(Files.createTempDirectory("lake-demo"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path(String name) {
    return root.resolve(name);
  }

  Path directory(String name) {
    try {
      return Files.createDirectories(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean exists() {
    return Files.exists(root);
  }

  /** Takes a process over. */
  StandaloneLake own(StandaloneLake started) {
    lake.set(Optional.of(started));
    return started;
  }

  @Override
  public void close() {
    lake.getAndSet(Optional.empty()).ifPresent(StandaloneLake::close);
    if (!exists()) {
      return;
    }
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
