package dev.lake.frontend.deferred;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.coordinator.store.Layout;
import dev.lake.coordinator.store.RecordStore;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.Tombstone;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.coordinator.store.ZooKeeperRecords;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.Fence;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestCodec;
import dev.lake.protocol.ManifestPart;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.StopReason;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;

/** Takes queries through their states at a test's word, by the leader's own fenced writes. */
final class PlayedLeader implements AutoCloseable {
  private static final String NONCE = "played";

  private final RecordStore records;
  private final ObjectStore results;
  private final Clock clock;

  PlayedLeader(CuratorFramework client, ObjectStore results, Clock clock) throws Exception {
    int epoch = client.checkExists().forPath(Layout.EPOCH).getVersion();
    this.records = new ZooKeeperRecords(client, new Fence(epoch, NONCE), () -> {});
    this.results = results;
    this.clock = clock;
  }

  /** The parts of every result that it publishes. */
  static List<ManifestPart> parts() {
    return List.of(part("part-001-00000-0b.arrow", 70, 700), part("part-000-00000-0a.arrow", 3, 9));
  }

  private static ManifestPart part(String name, long rows, long bytes) {
    Digest digest = new Digest(DigestAlgorithm.CRC32C, "0123abcd");
    return new ManifestPart(name, rows, bytes, digest, "\"etag-of-" + rows + "\"", List.of());
  }

  void queuedAt(QueryId query, int position) {
    write(query, record -> record.waiting(position, NONCE));
  }

  void run(QueryId query) {
    write(query, record -> record.running(record.attempt() + 1, clock.instant(), NONCE));
  }

  void progress(QueryId query, Progress progress) {
    write(query, record -> record.progressed(progress, NONCE));
  }

  /** QUEUED to SUCCEEDED. */
  void succeed(QuerySpec spec) {
    run(spec.id());
    publish(spec);
    finish(spec);
  }

  /** RUNNING to PUBLISHING; the manifest is written too, as it is before SUCCEEDED. */
  void publish(QuerySpec spec) {
    Instant created = clock.instant();
    Instant expires = created.plus(spec.resultLifetime());
    Manifest manifest =
        new Manifest(
            spec.id(), 1, spec.schema(), ResultFormat.ARROW_IPC, parts(), true, created, expires);
    write(
        spec.id(), record -> record.publishing("ab".repeat(32), manifest.totals(), expires, NONCE));
    results.createExclusively(manifestKey(spec), ManifestCodec.write(manifest));
  }

  /** PUBLISHING to SUCCEEDED. */
  void finish(QuerySpec spec) {
    byte[] manifest = results.read(manifestKey(spec), ManifestCodec.MAX_BYTES).orElseThrow();
    String digest = DeferredFixture.sha256(manifest);
    write(spec.id(), record -> record.succeeded(digest, clock.instant(), NONCE));
  }

  /** As someone with a key of the store could. */
  void replaceManifest(QuerySpec spec) {
    String key = manifestKey(spec);
    Manifest old = ManifestCodec.read(results.read(key, ManifestCodec.MAX_BYTES).orElseThrow());
    Manifest shorter =
        new Manifest(
            old.query(),
            old.attempt(),
            old.schema(),
            old.format(),
            old.parts().subList(0, 1),
            old.ordered(),
            old.created(),
            old.expires());
    results.delete(List.of(key));
    results.createExclusively(key, ManifestCodec.write(shorter));
  }

  private static String manifestKey(QuerySpec spec) {
    return ResultKeys.manifest(spec.principal().tenant(), spec.id());
  }

  void fail(QueryId query, StopReason reason, ErrorCode code, String message) {
    write(query, record -> record.stopping(reason, Optional.of(new Failure(code, message)), NONCE));
    finishStop(query);
  }

  /** What follows once all that a stopped query held is gone. */
  void finishStop(QueryId query) {
    write(query, record -> record.stopped(clock.instant(), NONCE));
  }

  /** The record goes, the tombstone stays. */
  void retire(QueryId query) {
    StoredQuery stored = records.read(query).orElseThrow();
    Tombstone tombstone =
        new Tombstone(query, stored.record().principal().tenant(), clock.instant());
    assertThat(records.retire(stored, tombstone)).isEqualTo(WriteOutcome.APPLIED);
  }

  private void write(QueryId query, UnaryOperator<QueryRecord> change) {
    StoredQuery stored = records.read(query).orElseThrow();
    assertThat(records.write(stored, change.apply(stored.record())))
        .isEqualTo(WriteOutcome.APPLIED);
  }

  @Override
  public void close() {
    records.close();
  }
}
