package dev.lake.frontend.app.local;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** A ZooKeeper server in this process, on disk, reachable from this machine only. */
public final class EmbeddedZooKeeper implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final ZooKeeperServerEmbedded server;
  private final String connectString;

  private EmbeddedZooKeeper(ZooKeeperServerEmbedded server, String connectString) {
    this.server = server;
    this.connectString = connectString;
  }

  /** Starts on a free port over what {@code base} holds, and returns when it serves. */
  public static EmbeddedZooKeeper start(Path base) {
    try {
      Files.createDirectories(base);
      removeWrittenSettings(base);
      ZooKeeperServerEmbedded server =
          ZooKeeperServerEmbedded.builder()
              .baseDir(base)
              .configuration(settings(base))
              .exitHandler(ExitHandler.LOG_ONLY)
              .build();
      return started(server);
    } catch (IOException e) {
      throw DataDirectory.asLake(base, e);
    } catch (Exception e) {
      throw new LakeException(
          ErrorCode.UNAVAILABLE, e, "Cannot start the embedded ZooKeeper in %s", base);
    }
  }

  private static EmbeddedZooKeeper started(ZooKeeperServerEmbedded server) throws Exception {
    try {
      server.start(START.toMillis());
      return new EmbeddedZooKeeper(server, server.getConnectionString());
    } catch (Exception e) {
      server.close();
      throw e;
    }
  }

  /** The server writes its settings to a new file at each start and leaves it there. */
  private static void removeWrittenSettings(Path base) throws IOException {
    try (DirectoryStream<Path> written =
        Files.newDirectoryStream(base, "zookeeper.configuration*.properties")) {
      for (Path file : written) {
        Files.delete(file);
      }
    }
  }

  private static Properties settings(Path base) {
    Properties settings = new Properties();
    settings.setProperty("dataDir", base.resolve("data").toString());
    settings.setProperty("clientPortAddress", "127.0.0.1");
    settings.setProperty("clientPort", "0");
    settings.setProperty("admin.enableServer", "false");
    settings.setProperty("tickTime", "500");
    settings.setProperty("minSessionTimeout", "1000");
    settings.setProperty("maxSessionTimeout", "60000");
    settings.setProperty("maxClientCnxns", "0");
    settings.setProperty("autopurge.purgeInterval", "1");
    settings.setProperty("autopurge.snapRetainCount", "3");
    return settings;
  }

  /** {@code host:port}, for Curator. */
  public String connectString() {
    return connectString;
  }

  @Override
  public void close() {
    server.close();
  }
}
