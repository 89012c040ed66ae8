package dev.lake.client.cli;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where an export's parts go: those of one query only, so that whoever reads every part in it reads
 * one result. A hidden file says of which query.
 */
final class ExportDirectory {
  private static final String MARK = ".lake-export";

  private final Path path;
  private final Optional<String> holds;

  private ExportDirectory(Path path, Optional<String> holds) {
    this.path = path;
    this.holds = holds;
  }

  /**
   * Makes the directory where it is missing.
   *
   * @param repeated whether the export may be one that was begun before
   * @throws LakeException INVALID_ARGUMENT where it cannot be written, or holds something else
   */
  static ExportDirectory open(Path path, boolean repeated) {
    try {
      Files.createDirectories(path);
      if (!Files.isWritable(path)) {
        throw new AccessDeniedException(path.toString());
      }
      Path mark = path.resolve(MARK);
      Optional<String> holds =
          Files.exists(mark) ? Optional.of(Files.readString(mark).strip()) : Optional.empty();
      if (isEmpty(path)) {
        return new ExportDirectory(path, Optional.empty());
      }
      if (!repeated || holds.isEmpty()) {
        throw occupied(path);
      }
      return new ExportDirectory(path, holds);
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, e, "Cannot write parts to %s: %s", path, reason(e));
    }
  }

  /**
   * Keeps the directory for this query.
   *
   * @throws LakeException INVALID_ARGUMENT where it holds parts of another
   */
  void keepFor(QueryId query) {
    if (holds.filter(other -> !other.equals(query.value())).isPresent()) {
      throw occupied(path);
    }
    try {
      Files.writeString(path.resolve(MARK), query.value() + "\n");
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, e, "Cannot write parts to %s: %s", path, reason(e));
    }
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.allMatch(entry -> entry.getFileName().toString().startsWith("."));
    }
  }

  private static LakeException occupied(Path path) {
    return new LakeException(
        ErrorCode.INVALID_ARGUMENT,
        "%s is not empty and what is in it is not of this export: name an empty or a new directory,"
            + " or to go on with an earlier export give its --submission-id",
        path);
  }

  private static String reason(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return "it is a file, or a part of the path is";
    }
    return "no directory can be made there (" + failure.getMessage() + ")";
  }
}
