package dev.lake.coordinator.cluster;

import dev.lake.jobs.sql.DatasetErrors;
import dev.lake.jobs.sql.PlannedQuery;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.protocol.QueryId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many rows the running exports will have, as far as their plans tell: only a scan without a
 * filter does. It is an indication for people who wait, so this process's memory is good enough; a
 * query that another leader submitted has none. Safe for use by many threads.
 */
final class ExpectedRows {
  /** Far more than run at the same time. */
  private static final int KEPT = 1_024;

  private final Datasets datasets;
  private final Map<QueryId, Long> expected =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<QueryId, Long> eldest) {
          return size() > KEPT;
        }
      };

  ExpectedRows(Datasets datasets) {
    this.datasets = datasets;
  }

  void remember(QueryId query, PlannedQuery plan) {
    plan.bareScan()
        .filter(scan -> scan.filter() == null)
        .ifPresent(
            scan -> {
              long rows = rows(scan);
              synchronized (expected) {
                expected.put(query, rows);
              }
            });
  }

  private long rows(ScanSpec scan) {
    try {
      long all = datasets.at(scan.location(), scan.version()).rows();
      return scan.limit() == ScanSpec.NO_LIMIT ? all : Math.min(all, scan.limit());
    } catch (DatasetException e) {
      throw DatasetErrors.toLake(e, "of the query");
    }
  }

  /** From 0 to 1; 0 where nothing is known. */
  double fraction(QueryId query, long rows) {
    synchronized (expected) {
      Long all = expected.get(query);
      return all == null || all == 0 ? 0 : Math.min(1, (double) rows / all);
    }
  }
}
