package dev.lake.coordinator.store;

import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a deferred query durable: the sealed spec first, then the record, so that a leader never
 * finds a record without its spec.
 */
public final class Submissions {
  private static final Logger LOG = LoggerFactory.getLogger(Submissions.class);

  private final SpecStore specs;
  private final QueryStore queries;

  /** Both stay the caller's. */
  public Submissions(SpecStore specs, QueryStore queries) {
    this.specs = specs;
    this.queries = queries;
  }

  /**
   * Submits, or finds what the submission id stands for. After a failure nothing is left but
   * perhaps a spec without a record, which the sweeper removes.
   *
   * @return the record of the query that counts, with another id than the spec's when the
   *     submission was known
   * @throws LakeException as {@link QueryStore#submit}, or STORE_UNAVAILABLE
   */
  public QueryRecord submit(QuerySpec spec, Optional<SubmissionId> submission) {
    Optional<QueryRecord> known = submission.flatMap(queries::find);
    if (known.isPresent()) {
      return known.get();
    }
    specs.write(spec);
    try {
      QueryRecord record = queries.submit(spec, submission);
      if (!record.id().equals(spec.id())) {
        discard(spec);
      }
      return record;
    } catch (LakeException e) {
      // Not after UNAVAILABLE: the record may exist.
      if (e.code() != dev.lake.protocol.ErrorCode.UNAVAILABLE) {
        discard(spec);
      }
      throw e;
    }
  }

  private void discard(QuerySpec spec) {
    try {
      specs.delete(spec.principal().tenant(), spec.id());
    } catch (LakeException e) {
      LOG.warn("Left the spec of query {} to the sweeper: {}", spec.id(), e.getMessage());
    }
  }
}
