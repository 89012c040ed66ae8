package dev.lake.jobs.materialize;

import dev.lake.jobs.store.CreateOutcome;
import dev.lake.protocol.CommitRecord;
import dev.lake.protocol.CommitRecordCodec;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartReceipt;
import dev.lake.protocol.SchemaBytes;
import dev.lake.protocol.StagedPart;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the attempt's commit record, holding exactly one receipt of each subtask. It makes nothing
 * visible and may run several times, also at the same time: of several incarnations of a job the
 * first wins, and the others end well.
 */
final class GlobalCommitter implements Committer<PartReceipt> {
  private static final Logger LOG = LoggerFactory.getLogger(GlobalCommitter.class);

  private final StagingArea area;
  private final SchemaBytes schema;
  private final boolean ordered;

  GlobalCommitter(StagingArea area, SchemaBytes schema, boolean ordered) {
    this.area = area;
    this.schema = schema;
    this.ordered = ordered;
  }

  @Override
  public void commit(Collection<CommitRequest<PartReceipt>> requests) {
    if (requests.isEmpty()) {
      return;
    }
    try {
      commit(requests.stream().map(CommitRequest::getCommittable).toList());
    } catch (LakeException e) {
      throw JobFailures.of(e);
    }
  }

  CreateOutcome commit(List<PartReceipt> receipts) {
    List<StagedPart> parts = new ArrayList<>();
    for (PartReceipt receipt : inOrder(receipts)) {
      parts.addAll(receipt.parts());
    }
    if (parts.isEmpty()) {
      parts.add(emptyPart());
    }
    int most = area.request().layout().maxParts();
    if (parts.size() > most) {
      throw new LakeException(
          ErrorCode.RESULT_TOO_LARGE, "The result has %d parts, at most %d", parts.size(), most);
    }
    CommitRecord record =
        new CommitRecord(area.request().query(), area.request().attempt(), ordered, parts);
    CreateOutcome outcome = area.writeCommit(CommitRecordCodec.write(record));
    LOG.info(
        "Query {} attempt {}: commit record of {} {}",
        record.query(),
        record.attempt(),
        record.totals(),
        outcome == CreateOutcome.CREATED ? "written" : "was there already");
    return outcome;
  }

  /** I8: a receipt that is missing, double or of another attempt must not become a short result. */
  private List<PartReceipt> inOrder(List<PartReceipt> receipts) {
    int subtasks = receipts.get(0).subtasks();
    PartReceipt[] bySubtask = new PartReceipt[subtasks];
    for (PartReceipt receipt : receipts) {
      boolean fits =
          receipt.subtasks() == subtasks
              && receipt.attempt() == area.request().attempt()
              && bySubtask[receipt.subtask()] == null;
      if (!fits) {
        throw incomplete();
      }
      bySubtask[receipt.subtask()] = receipt;
    }
    if (receipts.size() != subtasks) {
      throw incomplete();
    }
    return List.of(bySubtask);
  }

  private static LakeException incomplete() {
    return new LakeException(
        ErrorCode.INTERNAL, "The job's committer does not hold one receipt of each subtask");
  }

  /** A result without rows still has a schema to give. */
  private StagedPart emptyPart() {
    PartWriter writer = new PartWriter(area, schema, 0, 1);
    writer.open();
    return writer.commit().get(0);
  }

  @Override
  public void close() {
    // The store belongs to the process.
  }
}
