package dev.lake.frontend.app.local;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * S3Proxy over a local directory, as a child process on a free loopback port. Signals sent to the
 * terminal's process group do not reach it: the parent ends it when it no longer needs it, by
 * closing its standard input.
 */
public final class ObjectStoreProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration STOP = Duration.ofSeconds(5);
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();
  private static final String IGNORING_TERMINAL_SIGNALS =
      "trap '' HUP INT TERM; exec \"$0\" \"$@\"";

  private final Process process;
  private final URI endpoint;
  private final LeftOver leftOver;

  private ObjectStoreProcess(Process process, URI endpoint, LeftOver leftOver) {
    this.process = process;
    this.endpoint = endpoint;
    this.leftOver = leftOver;
  }

  /**
   * Starts the store over {@code directory.objects()} and returns when it accepts connections.
   *
   * @param s3proxy the jar of S3Proxy with its dependencies
   */
  public static ObjectStoreProcess start(
      DataDirectory directory, Path s3proxy, ObjectStoreKeys keys, List<String> buckets) {
    try {
      // S3Proxy serves a bucket that others may read on disk to anybody, without a key.
      PrivateFiles.directory(directory.objects());
      for (String bucket : buckets) {
        PrivateFiles.directory(directory.objects().resolve(bucket));
      }
      LeftOver leftOver = new LeftOver(directory.root().resolve("object-store.pid"));
      leftOver.end(STOP);
      return startOnFreePort(directory, s3proxy, keys, leftOver);
    } catch (IOException e) {
      throw DataDirectory.asLake(directory.root(), e);
    }
  }

  /**
   * The port is free when it is chosen and may be taken before the child binds it: then another one
   * is tried.
   */
  private static ObjectStoreProcess startOnFreePort(
      DataDirectory directory, Path s3proxy, ObjectStoreKeys keys, LeftOver leftOver)
      throws IOException {
    Path log = directory.logs().resolve("object-store.log");
    for (int attempt = 1; ; attempt++) {
      int port = freePort();
      Path settings = directory.secrets().resolve("object-store.properties");
      PrivateFiles.write(settings, settings(directory.objects(), port, keys));
      Process process = launch(directory, s3proxy, settings, log);
      leftOver.remember(process.toHandle());
      ObjectStoreProcess store =
          new ObjectStoreProcess(process, URI.create("http://127.0.0.1:" + port), leftOver);
      if (store.awaitReady(port, Clock.systemUTC())) {
        return store;
      }
      store.close();
      if (attempt == ATTEMPTS) {
        throw new LakeException(
            ErrorCode.STORE_UNAVAILABLE, "The embedded object store does not start: see %s", log);
      }
    }
  }

  private static Process launch(DataDirectory directory, Path s3proxy, Path settings, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "/bin/sh",
            "-c",
            IGNORING_TERMINAL_SIGNALS,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-Djava.io.tmpdir=" + directory.temporary(),
            "-XX:ErrorFile=" + directory.logs().resolve("object-store-crash-%p.log"),
            "-cp",
            s3proxy + File.pathSeparator + ownPlace(),
            ObjectStoreChild.class.getName(),
            "--properties",
            settings.toString());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return builder.start();
  }

  /** The jar or directory that holds {@link ObjectStoreChild}; it needs nothing else of it. */
  private static Path ownPlace() {
    try {
      return Path.of(
          ObjectStoreChild.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "Cannot find the classes of lake");
    }
  }

  private static String settings(Path objects, int port, ObjectStoreKeys keys) {
    return String.join(
        "\n",
        "s3proxy.endpoint=http://127.0.0.1:" + port,
        "s3proxy.authorization=aws-v2-or-v4",
        "s3proxy.identity=" + keys.accessKey(),
        "s3proxy.credential=" + keys.secretKey(),
        "s3proxy.ignore-unknown-headers=true",
        "jclouds.provider=filesystem-nio2",
        "jclouds.filesystem.basedir=" + objects,
        "");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean awaitReady(int port, Clock clock) {
    Instant deadline = clock.instant().plus(START);
    while (process.isAlive() && clock.instant().isBefore(deadline)) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        return true;
      } catch (IOException notYet) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return false;
  }

  /** Where it answers: {@code http://127.0.0.1:port}. */
  public URI endpoint() {
    return endpoint;
  }

  /** Whether the child still runs; it is not restarted by itself. */
  public boolean alive() {
    return process.isAlive();
  }

  /** The child's process id, for tests and for messages. */
  public long pid() {
    return process.pid();
  }

  /** Completes when the child has ended, for whatever reason. */
  public CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS);
      }
      leftOver.forget();
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
