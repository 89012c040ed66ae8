package dev.lake.jobs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real S3Proxy in a process of its own, with its own keys and one empty bucket. */
public final class S3ProxyProcess implements AutoCloseable {
  private static final String BUCKET = "results";

  private final Process process;
  private final URI endpoint;
  private final String accessKey;
  private final String secretKey;

  private S3ProxyProcess(Process process, URI endpoint, String accessKey, String secretKey) {
    this.process = process;
    this.endpoint = endpoint;
    this.accessKey = accessKey;
    this.secretKey = secretKey;
  }

  /** Starts one that keeps everything below the directory, and waits until it answers. */
  public static S3ProxyProcess start(Path directory) {
    for (int attempt = 1; ; attempt++) {
      try {
        return startOnce(Files.createDirectories(directory));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (IllegalStateException portTaken) {
        if (attempt == 3) {
          throw portTaken;
        }
      }
    }
  }

  private static S3ProxyProcess startOnce(Path directory) throws IOException {
    URI endpoint = URI.create("http://127.0.0.1:" + freePort());
    String accessKey = UUID.randomUUID().toString();
    String secretKey = UUID.randomUUID().toString();
    Files.createDirectories(directory.resolve("data").resolve(BUCKET));
    Path settings = directory.resolve("s3proxy.properties");
    Files.write(
        settings,
        List.of(
            "s3proxy.endpoint=" + endpoint,
            "s3proxy.authorization=aws-v4",
            "s3proxy.identity=" + accessKey,
            "s3proxy.credential=" + secretKey,
            "s3proxy.ignore-unknown-headers=true",
            "jclouds.provider=filesystem-nio2",
            "jclouds.filesystem.basedir=" + directory.resolve("data")));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-jar",
                System.getProperty("lake.s3proxy.jar"),
                "--properties",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("s3proxy.log").toFile())
            .start();
    S3ProxyProcess started = new S3ProxyProcess(process, endpoint, accessKey, secretKey);
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> !process.isAlive() || started.answers());
    if (!process.isAlive()) {
      throw new IllegalStateException(Files.readString(directory.resolve("s3proxy.log")));
    }
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean answers() {
    try {
      HttpURLConnection connection = (HttpURLConnection) endpoint.toURL().openConnection();
      connection.setConnectTimeout(1000);
      connection.setReadTimeout(5000);
      return connection.getResponseCode() > 0;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** How to speak to it. */
  public S3Config config(String prefix, S3Config.Checksums checksums) {
    return new S3Config(
        endpoint, "us-east-1", accessKey, secretKey, BUCKET, prefix, true, checksums);
  }

  /** Kills it, as a machine that goes away. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
