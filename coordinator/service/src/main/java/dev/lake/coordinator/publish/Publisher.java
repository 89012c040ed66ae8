package dev.lake.coordinator.publish;

import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.store.StoredQuery;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.CreateOutcome;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.UploadInfo;
import dev.lake.protocol.CommitRecord;
import dev.lake.protocol.CommitRecordCodec;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestCodec;
import dev.lake.protocol.ManifestPart;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.TenantId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a query from its attempt's commit record to SUCCEEDED: pin the attempt, complete its
 * uploads, write the manifest, write the record. Blocks on the store: never call it on the leader's
 * own thread. One call per query at a time; several queries at the same time are fine.
 */
public final class Publisher {
  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private static final int MAX_COMMIT_BYTES = CommitRecordCodec.MAX_BYTES;

  private static final int MAX_MANIFEST_BYTES = ManifestCodec.MAX_BYTES;

  /** What a later try cannot mend. */
  private static final Set<ErrorCode> FINAL =
      EnumSet.of(
          ErrorCode.DATA_LOSS,
          ErrorCode.STORE_REJECTED,
          ErrorCode.STORE_FULL,
          ErrorCode.RESULT_EXPIRED,
          ErrorCode.RESULT_TOO_LARGE,
          ErrorCode.TICKET_INVALID);

  private final Term term;
  private final SpecStore specs;
  private final ObjectStore objects;
  private final Uploads uploads;
  private final StoreRoom room;
  private final Clock clock;

  /**
   * @param uploads runs calls to the store, several at a time
   */
  public Publisher(
      Term term,
      SpecStore specs,
      ObjectStore objects,
      Executor uploads,
      StoreRoom room,
      Clock clock) {
    this.term = term;
    this.specs = specs;
    this.objects = objects;
    this.uploads = new Uploads(objects, uploads);
    this.room = room;
    this.clock = clock;
  }

  /**
   * Whether a RUNNING query's present attempt has committed, so that {@link #publish} can begin.
   */
  public boolean committed(QueryRecord record) {
    return objects.head(commitKey(record)).isPresent();
  }

  /**
   * Publishes a query that is RUNNING with a commit record, or takes it up where PUBLISHING was
   * left. Does nothing in another state. What cannot be mended makes the query STOPPING.
   *
   * @throws LakeException when a later call may succeed
   */
  public void publish(QueryId id) {
    Optional<StoredQuery> stored = term.records().read(id);
    if (stored.isEmpty()) {
      return;
    }
    try {
      QueryState state = stored.get().record().state();
      if (state == QueryState.RUNNING && !pin(stored.get())) {
        return;
      }
      finish(id);
    } catch (CancellationException e) {
      LOG.info("Gave up publishing query {}: it is not wanted any more", id);
    } catch (LakeException e) {
      if (!FINAL.contains(e.code())) {
        throw e;
      }
      LOG.warn("Cannot publish query {}: {}", id, e.getMessage());
      abandon(id, Failure.of(e));
    }
  }

  private boolean pin(StoredQuery running) {
    QueryRecord record = running.record();
    byte[] bytes = commitBytes(record);
    CommitRecord commit = commit(record, bytes);
    room.check(record.principal().tenant(), record.id(), commit.totals().bytes());
    QuerySpec spec = spec(record);
    Instant expires = clock.instant().plus(spec.resultLifetime());
    QueryRecord next = record.publishing(sha256(bytes), commit.totals(), expires, term.nonce());
    return term.write(running, next) == WriteOutcome.APPLIED;
  }

  private void finish(QueryId id) {
    Optional<StoredQuery> stored = publishing(id);
    if (stored.isEmpty()) {
      return;
    }
    QueryRecord record = stored.get().record();
    byte[] bytes = commitBytes(record);
    if (!record.commitDigest().equals(Optional.of(sha256(bytes)))) {
      throw new LakeException(
          ErrorCode.DATA_LOSS, "The commit record of query %s was replaced", record.id());
    }
    CommitRecord commit = commit(record, bytes);
    List<ManifestPart> parts =
        uploads.complete(record, commit.parts(), () -> term.active() && publishing(id).isPresent());
    byte[] manifest = ManifestCodec.write(manifest(record, commit, parts));
    if (manifest.length > MAX_MANIFEST_BYTES) {
      throw new LakeException(
          ErrorCode.RESULT_TOO_LARGE,
          "The list of parts of query %s takes %d bytes, more than the bound of %d",
          id,
          manifest.length,
          MAX_MANIFEST_BYTES);
    }
    writeManifest(record, manifest);
    QueryRecord next = record.succeeded(sha256(manifest), clock.instant(), term.nonce());
    if (term.write(stored.get(), next) == WriteOutcome.APPLIED) {
      LOG.info("Query {} succeeded: {}", id, commit.totals());
      dropStrayUploads(record);
    }
  }

  private Manifest manifest(QueryRecord record, CommitRecord commit, List<ManifestPart> parts) {
    QuerySpec spec = spec(record);
    Instant expires = record.expires().orElseThrow();
    return new Manifest(
        record.id(),
        record.attempt(),
        spec.schema(),
        spec.format(),
        parts,
        commit.ordered(),
        // As pinned with PUBLISHING, so that every leader writes the same bytes.
        expires.minus(spec.resultLifetime()),
        expires);
  }

  /** I3: of all leaders that ever try, one writes it; the others find their own bytes there. */
  private void writeManifest(QueryRecord record, byte[] manifest) {
    String key = ResultKeys.manifest(record.principal().tenant(), record.id());
    if (objects.createExclusively(key, manifest) == CreateOutcome.CREATED) {
      return;
    }
    boolean same =
        objects
            .read(key, MAX_MANIFEST_BYTES)
            .filter(found -> Arrays.equals(found, manifest))
            .isPresent();
    if (!same) {
      throw new LakeException(
          ErrorCode.DATA_LOSS, "Another manifest of query %s is in the result store", record.id());
    }
  }

  /**
   * Uploads of earlier attempts: unwanted by every later leader, now that the query has succeeded.
   */
  private void dropStrayUploads(QueryRecord record) {
    try {
      String prefix = ResultKeys.prefix(record.principal().tenant(), record.id());
      for (UploadInfo upload : objects.uploads(prefix)) {
        objects.abortUpload(upload.key(), upload.uploadId());
      }
    } catch (LakeException e) {
      LOG.warn("Left uploads of query {} until it expires: {}", record.id(), e.getMessage());
    }
  }

  private void abandon(QueryId id, Failure failure) {
    Optional<StoredQuery> stored = term.records().read(id);
    if (stored.isPresent() && stored.get().record().state().canBecome(QueryState.STOPPING)) {
      term.fail(stored.get(), failure);
    }
  }

  private Optional<StoredQuery> publishing(QueryId id) {
    return term.records()
        .read(id)
        .filter(stored -> stored.record().state() == QueryState.PUBLISHING);
  }

  private QuerySpec spec(QueryRecord record) {
    return specs.read(record.principal().tenant(), record.id());
  }

  private byte[] commitBytes(QueryRecord record) {
    return objects
        .read(commitKey(record), MAX_COMMIT_BYTES)
        .orElseThrow(
            () ->
                new LakeException(
                    ErrorCode.DATA_LOSS, "The commit record of query %s is gone", record.id()));
  }

  private static CommitRecord commit(QueryRecord record, byte[] bytes) {
    CommitRecord commit = CommitRecordCodec.read(bytes);
    if (!commit.query().equals(record.id()) || commit.attempt() != record.attempt()) {
      throw new LakeException(
          ErrorCode.DATA_LOSS, "The commit record of query %s is another query's", record.id());
    }
    return commit;
  }

  private static String commitKey(QueryRecord record) {
    TenantId tenant = record.principal().tenant();
    return ResultKeys.commit(tenant, record.id(), record.attempt());
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "This Java has no SHA-256");
    }
  }
}
