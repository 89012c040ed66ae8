package dev.lake.frontend.app.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A child process written down in a file, so that the next start can end it should it have outlived
 * its parent. The process's start time is part of the note: a process id is used again by others.
 */
final class LeftOver {
  private final Path file;

  LeftOver(Path file) {
    this.file = file;
  }

  void remember(ProcessHandle process) throws IOException {
    Files.writeString(file, process.pid() + "\n" + startOf(process) + "\n");
  }

  void forget() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Ends the process of the note, if it is still that very process. */
  void end(Duration patience) throws IOException {
    Optional<ProcessHandle> process = find();
    if (process.isPresent()) {
      process.orElseThrow().destroyForcibly();
      await(process.orElseThrow(), patience);
    }
    forget();
  }

  private Optional<ProcessHandle> find() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.size() < 2 || !lines.get(0).matches("[0-9]{1,10}")) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(lines.get(0)))
        .filter(process -> startOf(process).equals(lines.get(1)));
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Object::toString).orElse("unknown");
  }

  private static void await(ProcessHandle process, Duration patience) throws IOException {
    try {
      process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("process " + process.pid() + " of an earlier start does not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
