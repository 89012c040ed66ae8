package dev.lake.coordinator.dispatch;

import dev.lake.coordinator.cluster.ClusterGateway;
import dev.lake.coordinator.cluster.ClusterJob;
import dev.lake.coordinator.cluster.SubmitOutcome;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.CommitRecord;
import dev.lake.protocol.CommitRecordCodec;
import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.StagedPart;
import dev.lake.protocol.TenantId;
import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster whose jobs do what a test says; it outlives leaders. Jobs stage real uploads. */
final class FakeCluster implements ClusterGateway {
  static final int PARTS = 3;

  private final ObjectStore objects;
  private final Map<String, ClusterJob> jobs = new LinkedHashMap<>();
  private final Map<QueryId, TenantId> tenants = new HashMap<>();
  private Optional<LakeException> down = Optional.empty();
  private Optional<LakeException> refusal = Optional.empty();
  private boolean full;
  private boolean instant;
  private boolean stubborn;
  private int submissions;

  FakeCluster(ObjectStore objects) {
    this.objects = objects;
  }

  /** From now on jobs are done as soon as they are submitted. */
  void instant() {
    instant = true;
  }

  /** From now on a cancelled job goes on. */
  void stubborn() {
    stubborn = true;
  }

  void full(boolean now) {
    full = now;
  }

  void down(Optional<LakeException> now) {
    down = now;
  }

  /** What submissions fail with. */
  void refuse(LakeException failure) {
    refusal = Optional.of(failure);
  }

  int submissions() {
    return submissions;
  }

  @Override
  public SubmitOutcome submit(QuerySpec spec, int attempt) {
    check();
    if (refusal.isPresent()) {
      throw refusal.get();
    }
    String id = jobId(spec.id(), attempt);
    if (jobs.containsKey(id)) {
      return SubmitOutcome.ACCEPTED;
    }
    if (full) {
      return SubmitOutcome.NO_SLOTS;
    }
    submissions++;
    tenants.put(spec.id(), spec.principal().tenant());
    set(spec.id(), attempt, ClusterJob.State.ACTIVE);
    if (instant) {
      finish(spec.id(), attempt);
    }
    return SubmitOutcome.ACCEPTED;
  }

  /** A job of nobody. */
  void stray(QueryId query, int attempt) {
    set(query, attempt, ClusterJob.State.ACTIVE);
  }

  boolean active(QueryId query, int attempt) {
    ClusterJob job = jobs.get(jobId(query, attempt));
    return job != null && job.state() == ClusterJob.State.ACTIVE;
  }

  /** The job stages its parts, writes its commit record and ends. */
  void finish(QueryId query, int attempt) {
    List<StagedPart> parts = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      parts.add(stage(query, attempt, part));
    }
    byte[] commit = CommitRecordCodec.write(new CommitRecord(query, attempt, true, parts));
    objects.createExclusively(ResultKeys.commit(tenant(query), query, attempt), commit);
    set(query, attempt, ClusterJob.State.FINISHED);
  }

  private TenantId tenant(QueryId query) {
    return Optional.ofNullable(tenants.get(query)).orElseThrow();
  }

  /** One part of a job that may never finish. */
  StagedPart stage(QueryId query, int attempt, int part) {
    String name = String.format("part-%03d-%05d-%08x.arrow", part, 0, attempt * 100 + part);
    String key = ResultKeys.part(tenant(query), query, name);
    byte[] bytes = ("part " + part).getBytes(StandardCharsets.UTF_8);
    String upload = objects.startUpload(key);
    UploadedPiece piece = objects.uploadPiece(key, upload, 1, ByteBuffer.wrap(bytes));
    return new StagedPart(
        name,
        upload,
        List.of(piece),
        10,
        bytes.length,
        new Digest(DigestAlgorithm.CRC32C, "00000000"),
        List.of(0L));
  }

  void progress(QueryId query, int attempt, Progress progress) {
    String id = jobId(query, attempt);
    jobs.put(
        id,
        new ClusterJob(id, query, attempt, ClusterJob.State.ACTIVE, Optional.empty(), progress));
  }

  void fail(QueryId query, int attempt, LakeException why) {
    String id = jobId(query, attempt);
    jobs.put(
        id,
        new ClusterJob(
            id, query, attempt, ClusterJob.State.FAILED, Optional.of(why), Progress.NONE));
  }

  /** The cluster forgets a job. */
  void lose(QueryId query, int attempt) {
    jobs.remove(jobId(query, attempt));
  }

  private void set(QueryId query, int attempt, ClusterJob.State state) {
    String id = jobId(query, attempt);
    jobs.put(id, new ClusterJob(id, query, attempt, state, Optional.empty(), Progress.NONE));
  }

  @Override
  public List<ClusterJob> jobs() {
    check();
    return List.copyOf(jobs.values());
  }

  @Override
  public String jobId(QueryId query, int attempt) {
    return query.value() + "-" + attempt;
  }

  @Override
  public void cancel(String jobId) {
    check();
    ClusterJob job = jobs.get(jobId);
    if (job != null && job.state() == ClusterJob.State.ACTIVE && !stubborn) {
      set(job.query(), job.attempt(), ClusterJob.State.CANCELLED);
    }
  }

  private void check() {
    if (down.isPresent()) {
      throw down.get();
    }
  }
}
