package dev.lake.coordinator.publish;

import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.CompleteOutcome;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ManifestPart;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.StagedPart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/** Completes the uploads of one result, several at a time. */
final class Uploads {
  /** Between two groups it is asked whether the result is still wanted. */
  private static final int GROUP = 64;

  private final ObjectStore objects;
  private final Executor executor;

  Uploads(ObjectStore objects, Executor executor) {
    this.objects = objects;
    this.executor = executor;
  }

  /**
   * Makes all parts visible, as objects that no manifest names yet. Repeatable.
   *
   * @param wanted asked now and then; when it says no, this ends with a CancellationException
   * @throws LakeException DATA_LOSS when a part can neither be completed nor found
   */
  List<ManifestPart> complete(QueryRecord record, List<StagedPart> parts, BooleanSupplier wanted) {
    List<ManifestPart> completed = new ArrayList<>();
    for (int from = 0; from < parts.size(); from += GROUP) {
      if (!wanted.getAsBoolean()) {
        throw new CancellationException("The result is not wanted any more");
      }
      completed.addAll(group(record, parts.subList(from, Math.min(parts.size(), from + GROUP))));
    }
    return completed;
  }

  private List<ManifestPart> group(QueryRecord record, List<StagedPart> parts) {
    List<CompletableFuture<ManifestPart>> calls =
        parts.stream()
            .map(part -> CompletableFuture.supplyAsync(() -> complete(record, part), executor))
            .toList();
    try {
      // Each call has the object store's own bound in time.
      CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
      return calls.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      if (e.getCause() instanceof LakeException known) {
        throw known;
      }
      throw e;
    }
  }

  private ManifestPart complete(QueryRecord record, StagedPart part) {
    String key = ResultKeys.part(record.principal().tenant(), record.id(), part.name());
    CompleteOutcome outcome =
        objects.completeUpload(key, part.uploadId(), part.pieces(), part.bytes());
    if (outcome instanceof CompleteOutcome.Completed completed) {
      return new ManifestPart(
          part.name(),
          part.rows(),
          part.bytes(),
          part.digest(),
          completed.etag(),
          part.batchOffsets());
    }
    throw new LakeException(
        ErrorCode.DATA_LOSS,
        "A part of the result of query %s was lost before it was published; run the query again",
        record.id());
  }
}
