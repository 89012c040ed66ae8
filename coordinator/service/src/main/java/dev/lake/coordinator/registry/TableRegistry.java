package dev.lake.coordinator.registry;

import dev.lake.jobs.sql.DatasetErrors;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Datasets;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a deployment, kept in ZooKeeper and cached whole: {@link #find} and {@link #list}
 * cost no round trip. A change made through this instance is seen by it at once, by other processes
 * a moment later. Names are case-sensitive, and two that differ only in case cannot both be
 * registered. Thread-safe.
 *
 * <p>It knows nothing of grants: whoever asks on behalf of a principal checks those first.
 */
public final class TableRegistry implements AutoCloseable {
  /** Tables in a deployment. */
  public static final int MAX_TABLES = 4096;

  private static final Logger LOG = LoggerFactory.getLogger(TableRegistry.class);
  private static final Duration LOAD_TIME = Duration.ofSeconds(30);
  private static final Duration SEEN_TIME = Duration.ofSeconds(5);

  private final TableStore store;
  private final TableCache cache;
  private final DatasetLookup datasets;
  private final LocationPolicy policy;
  private final Clock clock;
  private final int maxTables;

  /**
   * A registry over started clients, which stay the caller's.
   *
   * @param policy where tables may lie
   */
  public TableRegistry(
      CuratorFramework zooKeeper, Datasets datasets, LocationPolicy policy, Clock clock) {
    this(zooKeeper, new LanceDatasetLookup(datasets), policy, clock, MAX_TABLES);
  }

  TableRegistry(
      CuratorFramework zooKeeper,
      DatasetLookup datasets,
      LocationPolicy policy,
      Clock clock,
      int maxTables) {
    this.store = new TableStore(zooKeeper);
    this.cache = new TableCache(zooKeeper);
    this.datasets = datasets;
    this.policy = policy;
    this.clock = clock;
    this.maxTables = maxTables;
  }

  /**
   * Loads all tables; to be called once, before anything else.
   *
   * @throws LakeException UNAVAILABLE where ZooKeeper does not give them within 30 s
   */
  public void start() {
    store.prepare();
    cache.start(LOAD_TIME);
  }

  /**
   * The entry of a table, by its exact name; no round trip.
   *
   * @throws LakeException DATA_LOSS where its node cannot be read
   */
  public Optional<TableEntry> find(TableName table) {
    return cache.find(table);
  }

  /** All tables in order of name; no round trip. One whose node cannot be read is left out. */
  public List<TableEntry> list() {
    return cache.all();
  }

  /**
   * Makes a dataset known under a name. To register again what is registered changes nothing.
   *
   * @param version the exact version to serve; empty: the latest whenever a query is planned
   * @return the entry that stands
   * @throws LakeException LOCATION_NOT_ALLOWED; TABLE_EXISTS where the name, or one that differs
   *     only in case, stands for something else; VERSION_GONE or another failure of the dataset;
   *     UNAVAILABLE without ZooKeeper
   */
  public TableEntry register(TableName table, String location, OptionalLong version) {
    String allowed = policy.check(location);
    DatasetDescription dataset = dataset(table, allowed, version);
    if (cache.size() >= maxTables && find(table).isEmpty()) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, "There are %d tables, the most there can be", maxTables);
    }
    TableEntry wanted =
        new TableEntry(
            table,
            allowed,
            version,
            dataset.incarnation(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    TableStore.Standing standing = store.create(wanted);
    noteUnseen(cache.awaitSeen(TableNodes.table(table), standing.zxid(), SEEN_TIME));
    if (!standsFor(standing.entry(), wanted)) {
      throw exists(standing.entry().table(), table);
    }
    return standing.entry();
  }

  private static boolean standsFor(TableEntry standing, TableEntry wanted) {
    return standing.table().equals(wanted.table())
        && standing.location().equals(wanted.location())
        && standing.version().equals(wanted.version())
        && (standing.followsLatest() || standing.incarnation().equals(wanted.incarnation()));
  }

  static LakeException exists(TableName standing, TableName wanted) {
    return standing.equals(wanted)
        ? new LakeException(
            ErrorCode.TABLE_EXISTS,
            "Table %s stands for another dataset or version; drop it first",
            wanted)
        : new LakeException(
            ErrorCode.TABLE_EXISTS,
            "Table %s differs only in case from %s, which is registered",
            wanted,
            standing);
  }

  /**
   * Forgets a table; its dataset stays, and so does what queries that are planned read.
   *
   * @throws LakeException UNKNOWN_TABLE; UNAVAILABLE without ZooKeeper
   */
  public void drop(TableName table) {
    TableEntry dropped = store.delete(table).orElseThrow(() -> unknown(table));
    noteUnseen(cache.awaitGone(TableNodes.table(table), dropped, SEEN_TIME));
  }

  /**
   * What a query that is planned now reads of each table: location, exact version, incarnation.
   * Opens each dataset.
   *
   * @throws LakeException UNKNOWN_TABLE; LOCATION_NOT_ALLOWED where the policy or a link has
   *     changed; VERSION_GONE; DATASET_CHANGED where another dataset stands in the place of a
   *     pinned one; or another failure of a dataset
   */
  public SnapshotSet resolve(Collection<TableName> tables) {
    List<TableSnapshot> snapshots = new ArrayList<>();
    for (TableName table : new LinkedHashSet<>(tables)) {
      DatasetDescription dataset = describe(table);
      snapshots.add(
          new TableSnapshot(table, dataset.location(), dataset.incarnation(), dataset.version()));
    }
    return new SnapshotSet(snapshots);
  }

  /**
   * The dataset that a query planned now would read.
   *
   * @throws LakeException as for {@link #resolve}
   */
  public DatasetDescription describe(TableName table) {
    return dataset(known(table));
  }

  /** The entry of a table that must be there. */
  TableEntry known(TableName table) {
    return find(table).orElseThrow(() -> unknown(table));
  }

  /** What an entry stands for now. */
  DatasetDescription dataset(TableEntry entry) {
    DatasetDescription dataset =
        dataset(entry.table(), policy.check(entry.location()), entry.version());
    if (!entry.followsLatest() && !dataset.incarnation().equals(entry.incarnation())) {
      throw new LakeException(
          ErrorCode.DATASET_CHANGED,
          "Another dataset stands where table %s was registered; register it anew",
          entry.table());
    }
    return dataset;
  }

  private DatasetDescription dataset(TableName table, String location, OptionalLong version) {
    try {
      return version.isPresent()
          ? datasets.at(location, version.getAsLong())
          : datasets.latest(location);
    } catch (DatasetException e) {
      throw DatasetErrors.toLake(e, table.toString());
    }
  }

  private static LakeException unknown(TableName table) {
    return new LakeException(ErrorCode.UNKNOWN_TABLE, "There is no table %s", table);
  }

  private static void noteUnseen(boolean seen) {
    if (!seen) {
      LOG.warn("A change of the tables was made, but not seen here within {}", SEEN_TIME);
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
