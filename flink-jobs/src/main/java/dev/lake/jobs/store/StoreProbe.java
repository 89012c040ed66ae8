package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Tries on a store what publication relies on; a store that answers wrongly is refused by name. */
final class StoreProbe {
  private static final byte[] FIRST = {1, 2, 3};
  private static final byte[] SECOND = {4, 5};

  private final ObjectStore store;
  private final String taken;
  private final String fresh;

  StoreProbe(ObjectStore store) {
    this.store = store;
    String name = "_lake/probe/" + UUID.randomUUID();
    this.taken = name + "-a";
    this.fresh = name + "-b";
  }

  void run() {
    try {
      exclusiveCreate();
      exclusiveComplete();
      completeTwice();
    } finally {
      store.delete(List.of(taken, fresh));
    }
  }

  private void exclusiveCreate() {
    require(store.createExclusively(taken, FIRST) == CreateOutcome.CREATED, "conditional creation");
    boolean refused = store.createExclusively(taken, SECOND) == CreateOutcome.EXISTS;
    require(refused && unchanged(), "the precondition of a conditional PUT (If-None-Match)");
  }

  private void exclusiveComplete() {
    String id = store.startUpload(taken);
    try {
      UploadedPiece piece = store.uploadPiece(taken, id, 1, ByteBuffer.wrap(SECOND));
      store.completeUpload(taken, id, List.of(piece), SECOND.length);
    } catch (LakeException e) {
      // That the object there has another size is what a store says that refused.
      if (e.code() != ErrorCode.DATA_LOSS) {
        throw e;
      }
    } finally {
      store.abortUpload(taken, id);
    }
    require(unchanged(), "the precondition of a conditional Complete (If-None-Match)");
  }

  private void completeTwice() {
    String id = store.startUpload(fresh);
    boolean completed = false;
    try {
      require(
          store.uploads(fresh).stream().anyMatch(upload -> upload.uploadId().equals(id)),
          "the listing of open uploads");
      UploadedPiece piece = store.uploadPiece(fresh, id, 1, ByteBuffer.wrap(FIRST));
      require(store.head(fresh).isEmpty(), "that an open upload stays invisible");
      for (int i = 0; i < 2; i++) {
        require(
            store.completeUpload(fresh, id, List.of(piece), FIRST.length)
                instanceof CompleteOutcome.Completed,
            "that Complete may be repeated");
        completed = true;
      }
    } finally {
      if (!completed) {
        store.abortUpload(fresh, id);
      }
    }
  }

  private boolean unchanged() {
    return store.read(taken, 64).filter(bytes -> Arrays.equals(bytes, FIRST)).isPresent();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new LakeException(
          ErrorCode.STORE_REJECTED, "This store cannot hold results: it does not honour %s", what);
    }
  }
}
