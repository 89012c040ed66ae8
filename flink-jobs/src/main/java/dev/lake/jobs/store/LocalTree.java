package dev.lake.jobs.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Walks directories that others change meanwhile: what vanishes on the way is left out. */
final class LocalTree {
  private LocalTree() {}

  static void files(Path root, Consumer<Path> visitor) throws IOException {
    Files.walkFileTree(
        root,
        new Lenient() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes found) {
            visitor.accept(file);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Deletes a directory and all that it holds; one that is not there is no error. */
  static void delete(Path root) throws IOException {
    SimpleFileVisitor<Path> deleting =
        new Lenient() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes found)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(root, deleting);
  }

  /** Goes on where something is no longer there. */
  private static class Lenient extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
