package dev.lake.coordinator.expiry;

import dev.lake.coordinator.election.Term;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ListPage;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.UploadInfo;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;
import java.util.List;
import java.util.Optional;

/** Empties the folders of queries. */
final class Prefixes {
  private final Term term;
  private final ObjectStore objects;

  Prefixes(Term term, ObjectStore objects) {
    this.term = term;
    this.objects = objects;
  }

  /**
   * Aborts all uploads and deletes all objects of a query. Repeatable.
   *
   * @return whether all was seen to be gone
   * @throws LakeException LEADER_DEPOSED when the term ended meanwhile
   */
  boolean empty(TenantId tenant, QueryId id) {
    String prefix = ResultKeys.prefix(tenant, id);
    for (UploadInfo upload : objects.uploads(prefix)) {
      checkActive();
      objects.abortUpload(upload.key(), upload.uploadId());
    }
    ListPage page = objects.list(prefix, Optional.empty());
    while (!page.objects().isEmpty()) {
      checkActive();
      List<String> keys = page.objects().stream().map(ObjectInfo::key).toList();
      objects.delete(keys);
      if (page.next().isEmpty()) {
        break;
      }
      page = objects.list(prefix, page.next());
    }
    return objects.uploads(prefix).isEmpty()
        && objects.list(prefix, Optional.empty()).objects().isEmpty();
  }

  private void checkActive() {
    if (!term.active()) {
      throw new LakeException(ErrorCode.LEADER_DEPOSED, "This process does not lead any more");
    }
  }
}
