package dev.lake.frontend.app;

import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.frontend.app.config.LakeConfig;
import dev.lake.frontend.app.config.StoreSettings;
import dev.lake.frontend.app.local.DataDirectory;
import dev.lake.frontend.app.local.EmbeddedZooKeeper;
import dev.lake.frontend.app.local.ObjectStoreKeys;
import dev.lake.frontend.app.local.ObjectStoreProcess;
import dev.lake.jobs.interactive.MiniFlink;
import dev.lake.jobs.interactive.MiniFlinkConfig;
import dev.lake.jobs.store.LocalObjectStore;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.S3Config;
import dev.lake.jobs.store.S3ObjectStore;
import dev.lake.lance.dataset.S3StorageOptions;
import dev.lake.lance.dataset.StorageOptions;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * What the others stand on: the object store, ZooKeeper and Flink, all of this machine, started at
 * the same time because each takes seconds.
 */
final class LocalGround {
  static final String SOURCES = "sources";
  private static final String REGION = "us-east-1";

  /** Short, so that a start after a crash soon leads: the dead process's session must end first. */
  private static final Duration SESSION = Duration.ofSeconds(10);

  private static final Duration CONNECT = Duration.ofSeconds(30);

  private final ObjectStoreKeys keys;
  private final ObjectStoreProcess store;
  private final EmbeddedZooKeeper zooKeeper;
  private final MiniFlink flink;

  private LocalGround(
      ObjectStoreKeys keys,
      ObjectStoreProcess store,
      EmbeddedZooKeeper zooKeeper,
      MiniFlink flink) {
    this.keys = keys;
    this.store = store;
    this.zooKeeper = zooKeeper;
    this.flink = flink;
  }

  static LocalGround start(DataDirectory directory, LakeConfig config, Closing closing) {
    ObjectStoreKeys keys = ObjectStoreKeys.ensure(directory);
    List<String> buckets = List.of(config.results().bucket(), SOURCES);
    ExecutorService starters = Executors.newFixedThreadPool(3);
    try {
      CompletableFuture<ObjectStoreProcess> store =
          start(() -> ObjectStoreProcess.start(directory, s3proxy(), keys, buckets), starters);
      CompletableFuture<EmbeddedZooKeeper> zooKeeper =
          start(() -> EmbeddedZooKeeper.start(directory.zookeeper()), starters);
      CompletableFuture<MiniFlink> flink =
          start(() -> MiniFlink.start(flinkConfig(directory, config)), starters);
      CompletableFuture<Void> all =
          CompletableFuture.allOf(
              store.thenAccept(part -> closing.add("object store", part)),
              zooKeeper.thenAccept(part -> closing.add("ZooKeeper", part)),
              flink.thenAccept(part -> closing.add("Flink", part)));
      return all.thenApply(
              done -> new LocalGround(keys, store.join(), zooKeeper.join(), flink.join()))
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof LakeException lake
          ? lake
          : new LakeException(ErrorCode.INTERNAL, e, "Cannot start: %s", e.getMessage());
    } finally {
      starters.shutdown();
    }
  }

  private static <T> CompletableFuture<T> start(Supplier<T> part, ExecutorService starters) {
    return CompletableFuture.supplyAsync(part, starters);
  }

  /** A slot for every query that admission and the coordinator let run. */
  private static MiniFlinkConfig flinkConfig(DataDirectory directory, LakeConfig config) {
    MiniFlinkConfig defaults = MiniFlinkConfig.defaults(directory.temporary());
    int slots =
        config.frontend().admission().running()
            + config.coordinator().maxRunning() * config.flink().exportParallelism();
    return new MiniFlinkConfig(
        slots,
        config.flink().managedBytesPerSlot(),
        config.flink().networkBytes(),
        directory.temporary(),
        config.flink().spillBytes(),
        defaults.finishedJobs(),
        defaults.finishedFor());
  }

  private static Path s3proxy() {
    return Optional.ofNullable(System.getProperty("lake.s3proxy"))
        .map(Path::of)
        .filter(Files::isReadable)
        .orElseThrow(
            () ->
                new LakeException(
                    ErrorCode.CONFIG_INVALID,
                    "The jar of the embedded object store is missing: start lake by bin/lake"));
  }

  MiniFlink flink() {
    return flink;
  }

  /** A started client of the embedded ZooKeeper. */
  CuratorFramework connect(Closing closing) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(zooKeeper.connectString())
            .sessionTimeoutMs((int) SESSION.toMillis())
            .connectionTimeoutMs((int) SESSION.toMillis() / 2)
            .retryPolicy(new ExponentialBackoffRetry(100, 5))
            .build();
    closing.add("ZooKeeper client", client);
    client.start();
    try {
      if (!client.blockUntilConnected((int) CONNECT.toSeconds(), TimeUnit.SECONDS)) {
        throw new LakeException(ErrorCode.UNAVAILABLE, "The embedded ZooKeeper does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LakeException(ErrorCode.UNAVAILABLE, e, "Interrupted while starting");
    }
    return client;
  }

  /** Where results go; not probed yet. The caller closes it. */
  ObjectStore results(StoreSettings settings) {
    if (settings.directory().isPresent()) {
      return new LocalObjectStore(settings.directory().orElseThrow());
    }
    return new S3ObjectStore(
        s3(settings.external(), settings.bucket(), settings.prefix(), settings.checksums()));
  }

  /** A bucket in which tables lie. */
  S3Config source(Optional<StoreSettings.S3Service> external, String bucket, String prefix) {
    return s3(external, bucket, prefix, S3Config.Checksums.WHEN_REQUIRED);
  }

  private S3Config s3(
      Optional<StoreSettings.S3Service> external,
      String bucket,
      String prefix,
      S3Config.Checksums checksums) {
    if (external.isEmpty()) {
      return new S3Config(
          store.endpoint(),
          REGION,
          keys.accessKey(),
          keys.secretKey(),
          bucket,
          prefix,
          true,
          checksums);
    }
    StoreSettings.S3Service service = external.orElseThrow();
    List<String> credentials = credentials(service.credentialsFile());
    return new S3Config(
        URI.create(service.endpoint()),
        service.region(),
        credentials.get(0),
        credentials.get(1),
        bucket,
        prefix,
        service.pathStyle(),
        checksums);
  }

  /** How Lance reads {@code s3://} locations; local ones need nothing. */
  StorageOptions sourceOptions(Optional<StoreSettings.S3Service> external) {
    if (external.isEmpty()) {
      return new S3StorageOptions(
          Optional.of(store.endpoint().toString()),
          REGION,
          keys.accessKey(),
          keys.secretKey(),
          Optional.empty());
    }
    StoreSettings.S3Service service = external.orElseThrow();
    List<String> credentials = credentials(service.credentialsFile());
    return new S3StorageOptions(
        Optional.of(service.endpoint()),
        service.region(),
        credentials.get(0),
        credentials.get(1),
        Optional.empty());
  }

  private static List<String> credentials(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.size() < 2 || lines.get(0).isBlank() || lines.get(1).isBlank()) {
        throw new LakeException(
            ErrorCode.CONFIG_INVALID,
            "Credentials file %s must have two lines: access key, secret key",
            file);
      }
      return lines;
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, e, "Cannot read the credentials file %s", file);
    }
  }

  /** The ring under which handles are sealed, made at the first start. */
  static KeyRing keyRing(DataDirectory directory) {
    Path file = directory.secrets().resolve("key-ring.json");
    return Files.exists(file) ? KeyRing.load(file) : KeyRing.create(file);
  }
}
