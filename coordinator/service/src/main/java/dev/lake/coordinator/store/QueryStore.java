package dev.lake.coordinator.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.Failure;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QueryRecordCodec;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.StopReason;
import dev.lake.protocol.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException;

/**
 * Deferred queries as a frontend sees them: create, read, watch, ask for a stop. Any process may
 * use it; it needs no epoch, because it only ever creates a record or makes a live one STOPPING,
 * and both are compare-and-set.
 *
 * <p>Safe for use by several threads. Every method throws {@code UNAVAILABLE} when ZooKeeper does
 * not answer.
 */
public final class QueryStore {
  /** A lost race costs one round trip; this many in a row mean something else is wrong. */
  private static final int MAX_RACES = 64;

  private final CuratorFramework client;
  private final QueryLimits limits;

  /**
   * Prepares the nodes if they are missing.
   *
   * @param client started; stays the caller's
   */
  public QueryStore(CuratorFramework client, QueryLimits limits) {
    this.client = client;
    this.limits = limits;
    Layout.prepare(client);
  }

  /**
   * Creates the record of a new query, QUEUED. Repeatable: with a submission id that was used
   * before for the same statement this returns that query's record, whatever became of it, and
   * creates nothing.
   *
   * @return the record of the query that counts; its id differs from the spec's when the submission
   *     was known
   * @throws LakeException TOO_MANY_QUERIES at the tenant's bound, SUBMISSION_ID_REUSED when the id
   *     stands for another statement, RESULT_EXPIRED when it stands for a query whose record is
   *     gone
   */
  public QueryRecord submit(QuerySpec spec, Optional<SubmissionId> submission) {
    QueryRecord record = QueryRecord.queued(spec, nonce());
    byte[] data =
        Layout.bounded(QueryRecordCodec.write(record), "the record of query " + spec.id());
    try {
      for (int race = 0; race < MAX_RACES; race++) {
        Optional<QueryRecord> known = known(submission);
        if (known.isPresent()) {
          return known.get();
        }
        if (tryCreate(record, data, submission)) {
          return record;
        }
      }
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("submit the query", e);
    }
    throw new LakeException(
        ErrorCode.UNAVAILABLE, "Cannot submit the query: too many submissions at once; try again");
  }

  /**
   * The query that a submission id stands for.
   *
   * @throws LakeException as {@link #submit}
   */
  public Optional<QueryRecord> find(SubmissionId submission) {
    try {
      return known(Optional.of(submission));
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("look up the submission", e);
    }
  }

  /** The record, possibly a little behind. Enough for progress, never for a negative answer. */
  public Optional<QueryRecord> read(QueryId id) {
    try {
      return stored(id).map(StoredQuery::record);
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("read query " + id, e);
    }
  }

  /**
   * The record after everything written before this call: for negative answers, tickets and
   * cancels.
   */
  public Optional<QueryRecord> readSynced(QueryId id) {
    try {
      return synced(id).map(StoredQuery::record);
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("read query " + id, e);
    }
  }

  /** Whether the query existed and its record has been taken away since. */
  public boolean expired(QueryId id) {
    try {
      return client.checkExists().forPath(Layout.tombstone(id)) != null;
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("read query " + id, e);
    }
  }

  /**
   * Calls the consumer with the record as it is and after each change, until closed. Changes that
   * follow each other quickly may be seen as one. After a lost connection there may be silence: a
   * caller that waits has a deadline anyway and reads again then.
   *
   * @param consumer called on ZooKeeper's event thread, one call at a time: it must not block
   */
  public AutoCloseable watch(QueryId id, Consumer<QueryRecord> consumer) {
    QueryWatch watch = new QueryWatch(client, Layout.query(id), consumer);
    watch.look();
    return watch;
  }

  /**
   * Asks for the end of a query. Irrevocable once it answers STOPPING: the query will not succeed.
   * Idempotent.
   *
   * @param failure what to report as the reason, for a stop that is not a cancel
   */
  public StopOutcome requestStop(QueryId id, StopReason reason, Optional<Failure> failure) {
    try {
      for (int race = 0; race < MAX_RACES; race++) {
        Optional<StoredQuery> stored = synced(id);
        if (stored.isEmpty()) {
          return StopOutcome.NOT_FOUND;
        }
        QueryState state = stored.get().record().state();
        if (!state.canBecome(QueryState.STOPPING)) {
          return settled(state);
        }
        if (tryStop(stored.get(), reason, failure)) {
          return StopOutcome.STOPPING;
        }
      }
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("stop query " + id, e);
    }
    throw new LakeException(
        ErrorCode.UNAVAILABLE, "Cannot stop query %s: it changes too quickly; try again", id);
  }

  /**
   * A tenant's records, newest first. Reads every record: for an operator's listing, not for a
   * request path.
   */
  public List<QueryRecord> list(TenantId tenant) {
    List<QueryRecord> records = new ArrayList<>();
    try {
      for (int number = 0; number < Layout.PARENTS; number++) {
        for (String name : client.getChildren().forPath(Layout.parent(Layout.QUERIES, number))) {
          stored(new QueryId(name))
              .map(StoredQuery::record)
              .filter(record -> record.principal().tenant().equals(tenant))
              .ifPresent(records::add);
        }
      }
    } catch (Exception e) {
      throw ZooKeeperErrors.unavailable("list the queries", e);
    }
    records.sort((a, b) -> b.created().compareTo(a.created()));
    return List.copyOf(records);
  }

  /**
   * A frontend has no epoch: a nonce of the write itself tells, after a lost answer, whether it was
   * ours.
   */
  private static String nonce() {
    return QueryId.random().value();
  }

  private static StopOutcome settled(QueryState state) {
    return switch (state) {
      case STOPPING -> StopOutcome.STOPPING;
      case SUCCEEDED -> StopOutcome.NOT_CANCELLABLE;
      default -> StopOutcome.STOPPED;
    };
  }

  private Optional<StoredQuery> synced(QueryId id) throws Exception {
    client.sync().forPath(Layout.query(id));
    return stored(id);
  }

  private Optional<StoredQuery> stored(QueryId id) throws Exception {
    return Nodes.read(client, Layout.query(id))
        .map(node -> new StoredQuery(QueryRecordCodec.read(node.data()), node.version()));
  }

  private Optional<QueryRecord> known(Optional<SubmissionId> submission) throws Exception {
    if (submission.isEmpty()) {
      return Optional.empty();
    }
    String path = Layout.submission(submission.get());
    client.sync().forPath(path);
    Optional<Nodes.Node> node = Nodes.read(client, path);
    if (node.isEmpty()) {
      return Optional.empty();
    }
    SubmissionNode known = SubmissionNode.read(node.get().data());
    if (!known.digest().equals(submission.get().digest())) {
      throw new LakeException(
          ErrorCode.SUBMISSION_ID_REUSED,
          "The submission id was used before for another statement, session or format");
    }
    return Optional.of(
        stored(known.query())
            .map(StoredQuery::record)
            .orElseThrow(
                () ->
                    new LakeException(
                        ErrorCode.RESULT_EXPIRED,
                        "The submission id stands for query %s, which has expired",
                        known.query())));
  }

  private boolean tryCreate(QueryRecord record, byte[] data, Optional<SubmissionId> submission)
      throws Exception {
    TenantId tenant = record.principal().tenant();
    List<CuratorOp> operations = new ArrayList<>();
    operations.add(raised(tenant));
    operations.add(client.transactionOp().create().forPath(Layout.query(record.id()), data));
    if (submission.isPresent()) {
      byte[] link = new SubmissionNode(submission.get().digest(), record.id()).write();
      operations.add(
          client.transactionOp().create().forPath(Layout.submission(submission.get()), link));
    }
    try {
      client.transaction().forOperations(operations);
      return true;
    } catch (KeeperException e) {
      // A lost race, or our own first try whose answer was lost: the record's presence decides.
      return synced(record.id()).isPresent();
    }
  }

  private CuratorOp raised(TenantId tenant) throws Exception {
    String path = Layout.tenant(tenant);
    Optional<Nodes.Node> counter = Nodes.read(client, path);
    if (counter.isEmpty()) {
      return client.transactionOp().create().forPath(path, TenantCount.write(1));
    }
    int count = TenantCount.read(counter.get().data());
    if (count >= limits.recordsPerTenant()) {
      throw new LakeException(
          ErrorCode.TOO_MANY_QUERIES,
          "The tenant already has %d deferred queries, ended ones included, which is its bound;"
              + " they count until they expire",
          count);
    }
    return client
        .transactionOp()
        .setData()
        .withVersion(counter.get().version())
        .forPath(path, TenantCount.write(count + 1));
  }

  private boolean tryStop(StoredQuery stored, StopReason reason, Optional<Failure> failure)
      throws Exception {
    QueryRecord record = stored.record();
    QueryRecord next = record.stopping(reason, failure, nonce());
    byte[] data = QueryRecordCodec.write(next);
    try {
      client
          .transaction()
          .forOperations(
              client
                  .transactionOp()
                  .setData()
                  .withVersion(stored.version())
                  .forPath(Layout.query(record.id()), data),
              client.transactionOp().create().forPath(Layout.cleanup(record.id()), new byte[0]));
      return true;
    } catch (KeeperException e) {
      // The caller reads again: if our lost try was applied, it finds STOPPING there.
      return false;
    }
  }
}
