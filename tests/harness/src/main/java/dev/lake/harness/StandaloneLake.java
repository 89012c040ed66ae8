package dev.lake.harness;

import dev.lake.client.LakeClient;
import dev.lake.protocol.Connection;
import dev.lake.protocol.ConnectionCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A whole lake as a process of its own: what a user starts with {@code lake standalone}. Closing it
 * kills what is left of it; {@link #stop} asks first.
 */
public final class StandaloneLake implements AutoCloseable {
  private static final Duration READY = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration STOP = Duration.ofMinutes(1);
  private static final String READY_LINE = "lake is ready: ";

  private final Path dataDirectory;
  private final Path output;
  private final Process process;

  private StandaloneLake(Path dataDirectory, Path output, Process process) {
    this.dataDirectory = dataDirectory;
    this.output = output;
    this.process = process;
  }

  /** Starts one and returns when it is ready. */
  public static StandaloneLake start(Path dataDirectory, String... moreArguments) {
    StandaloneLake lake = launch(dataDirectory, List.of(), moreArguments);
    long deadline = System.nanoTime() + READY.toNanos();
    while (lake.process.isAlive()
        && !lake.output().contains(READY_LINE)
        && System.nanoTime() < deadline) {
      LockSupport.parkNanos(LOOK.toNanos());
    }
    if (!lake.output().contains(READY_LINE)) {
      String output = lake.output();
      lake.close();
      throw new IllegalStateException("lake did not become ready: " + output);
    }
    return lake;
  }

  /**
   * Starts one without waiting.
   *
   * @param jvmFlags in addition to the usual ones; not for a lake that a command starts
   */
  public static StandaloneLake launch(
      Path dataDirectory, List<String> jvmFlags, String... moreArguments) {
    List<String> arguments = new ArrayList<>(List.of("--data-dir", dataDirectory.toString()));
    arguments.addAll(List.of(moreArguments));
    try {
      Path output = Files.createTempFile("lake-standalone", ".out");
      Process process =
          LakeLaunch.standalone(arguments, jvmFlags)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(output.toFile())
              .start();
      return new StandaloneLake(dataDirectory, output, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How clients reach it, as its connection file says. */
  public Connection connection() {
    try {
      return ConnectionCodec.read(Files.readAllBytes(connectionFile()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path connectionFile() {
    return dataDirectory.resolve("connection.json");
  }

  /** A client with the reader's token; the caller closes it. */
  public LakeClient client() {
    return LakeClient.connect(connection());
  }

  /** A client with the administrator's token; the caller closes it. */
  public LakeClient admin() {
    return LakeClient.connectAsAdmin(connection());
  }

  public Path dataDirectory() {
    return dataDirectory;
  }

  /** Where the embedded object store of this start answers and with which keys. */
  public EmbeddedStore store() {
    Path file = dataDirectory.resolve("secrets/object-store.properties");
    Properties properties = new Properties();
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new EmbeddedStore(
        properties.getProperty("s3proxy.endpoint"),
        properties.getProperty("s3proxy.identity"),
        properties.getProperty("s3proxy.credential"));
  }

  /**
   * The embedded object store.
   *
   * @param endpoint its URL
   */
  public record EmbeddedStore(String endpoint, String accessKey, String secretKey) {
    /** What Lance's library wants to know. */
    public Map<String, String> lanceOptions() {
      return Map.of(
          "aws_access_key_id", accessKey,
          "aws_secret_access_key", secretKey,
          "aws_endpoint", endpoint,
          "aws_region", "us-east-1",
          "allow_http", "true");
    }

    /** Shows where, never the key. */
    @Override
    public String toString() {
      return "EmbeddedStore[" + endpoint + "]";
    }
  }

  /** Everything it has printed so far. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ProcessHandle process() {
    return process.toHandle();
  }

  /** Kills it as a crash of the machine would: no chance to clean up. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Asks it to stop, as Ctrl-C does, and returns its exit status. */
  public int stop() {
    process.destroy();
    return awaitExit();
  }

  /** Waits for its end and returns its exit status. */
  public int awaitExit() {
    try {
      if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("lake did not end within " + STOP + ": " + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
    try {
      Files.deleteIfExists(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
