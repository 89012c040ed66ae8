package dev.lake.frontend.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real S3Proxy and the real ZooKeeper that standalone composes. */
final class LocalProcessesITCase {
  @TempDir Path temporary;
  private DataDirectory directory;

  @BeforeEach
  void open() {
    directory = DataDirectory.open(temporary.resolve("d"));
  }

  @AfterEach
  void close() {
    directory.close();
  }

  @Test
  void theObjectStoreAsksForItsKeysAndEndsWithItsOwner() throws Exception {
    ObjectStoreKeys keys = ObjectStoreKeys.ensure(directory);
    ObjectStoreProcess store = startStore(keys);
    long pid = store.pid();
    try (store) {
      URI bucket = store.endpoint().resolve("/results/");
      HttpResponse<String> anonymous =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(bucket).timeout(Duration.ofSeconds(20)).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(anonymous.statusCode()).isEqualTo(403);
      assertThat(ObjectStoreKeys.ensure(directory)).isEqualTo(keys);
      assertThat(keys.toString()).doesNotContain(keys.secretKey());
    }
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aStoreThatOutlivedItsParentIsEndedAtTheNextStart() throws IOException {
    ObjectStoreKeys keys = ObjectStoreKeys.ensure(directory);
    ObjectStoreProcess abandoned = startStore(keys);
    try (ObjectStoreProcess next = startStore(keys)) {
      assertThat(abandoned.alive()).isFalse();
      assertThat(next.alive()).isTrue();
    } finally {
      abandoned.close();
    }
  }

  @Test
  void theTerminalsSignalsDoNotReachTheStore() throws Exception {
    try (ObjectStoreProcess store = startStore(ObjectStoreKeys.ensure(directory))) {
      Process kill =
          new ProcessBuilder(
                  "/bin/sh", "-c", "kill -INT " + store.pid() + "; kill -TERM " + store.pid())
              .start();
      assertThat(kill.waitFor()).isZero();
      await().during(Duration.ofMillis(500)).atMost(Duration.ofSeconds(2)).until(store::alive);
    }
  }

  @Test
  void zooKeeperKeepsItsNodesOverRestarts() throws Exception {
    try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory.zookeeper());
        ZooKeeper client = new ZooKeeper(server.connectString(), 10_000, event -> {})) {
      assertThat(server.connectString()).startsWith("127.0.0.1:");
      client.create(
          "/kept",
          "v".getBytes(StandardCharsets.UTF_8),
          ZooDefs.Ids.OPEN_ACL_UNSAFE,
          CreateMode.PERSISTENT);
    }
    try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory.zookeeper());
        ZooKeeper client = new ZooKeeper(server.connectString(), 10_000, event -> {})) {
      assertThat(client.getData("/kept", false, null)).asString().isEqualTo("v");
    }
  }

  private ObjectStoreProcess startStore(ObjectStoreKeys keys) {
    return ObjectStoreProcess.start(
        directory,
        Path.of(System.getProperty("lake.s3proxy")),
        keys,
        List.of("results", "sources"));
  }
}
