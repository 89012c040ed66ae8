package dev.lake.clients;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A virtual environment under {@code target/} with the pinned requirements, made once. */
final class PythonEnvironment {
  private static final Duration INSTALL = Duration.ofMinutes(8);
  private static final Path REQUIREMENTS = Path.of("src/test/python/requirements.txt");

  private final Path folder;

  private PythonEnvironment(Path folder) {
    this.folder = folder;
  }

  /** Whether this machine has a Python to make environments with. */
  static boolean available() {
    for (String entry : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      if (Files.isExecutable(Path.of(entry, "python3"))) {
        return true;
      }
    }
    return false;
  }

  /** The environment, installed first if its requirements changed. */
  static PythonEnvironment prepare() throws IOException {
    Path folder = Path.of("target/venv").toAbsolutePath();
    Path installed = folder.resolve("installed-requirements.txt");
    PythonEnvironment environment = new PythonEnvironment(folder);
    if (Files.exists(installed) && Files.mismatch(installed, REQUIREMENTS) < 0) {
      return environment;
    }
    run(INSTALL, "python3", "-m", "venv", "--clear", folder.toString());
    run(
        INSTALL,
        environment.python(),
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        REQUIREMENTS.toString());
    Files.copy(REQUIREMENTS, installed);
    return environment;
  }

  String python() {
    return folder.resolve("bin/python").toString();
  }

  /**
   * Runs a command to its end and returns what it printed.
   *
   * @throws AssertionError with its output, if it fails or takes too long
   */
  static String run(Duration atMost, String... command) throws IOException {
    Path output = Files.createTempFile("python", ".out");
    try {
      Process process =
          new ProcessBuilder(List.of(command))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended;
      try {
        ended = process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
      process.destroyForcibly();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(
            (ended ? "failed: " : "took longer than " + atMost + ": ")
                + String.join(" ", command)
                + "\n"
                + printed);
      }
      return printed;
    } finally {
      Files.delete(output);
    }
  }
}
