package dev.lake.jobs.materialize;

import dev.lake.jobs.store.CreateOutcome;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.StoreProfiles;
import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.concurrent.Executor;

/**
 * The store as one attempt of a query may use it: below the query's folder, before the deadline,
 * and never so that anything becomes visible except the commit record.
 */
record StagingArea(ExportRequest request, ObjectStore store, Executor uploads, Deadline deadline) {
  static StagingArea open(ExportRequest request) {
    return new StagingArea(
        request,
        StoreProfiles.get(request.storeProfile()),
        StoreProfiles.uploads(request.storeProfile()),
        new Deadline(Clock.systemUTC(), request.deadline()));
  }

  String start(String part) {
    deadline.check();
    return store.startUpload(request.partKey(part));
  }

  UploadedPiece upload(String part, String uploadId, int number, ByteBuffer bytes) {
    deadline.check();
    return store.uploadPiece(request.partKey(part), uploadId, number, bytes);
  }

  void abort(String part, String uploadId) {
    deadline.check();
    store.abortUpload(request.partKey(part), uploadId);
  }

  CreateOutcome writeCommit(byte[] record) {
    deadline.check();
    return store.createExclusively(request.commitKey(), record);
  }

  /** No part may grow beyond this. */
  long maxPartBytes() {
    return (long) store.maxPieces() * store.pieceBytes();
  }
}
