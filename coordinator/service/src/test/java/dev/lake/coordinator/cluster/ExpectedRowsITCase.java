package dev.lake.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.coordinator.registry.NumberDataset;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.sql.SnapshotPlanner;
import dev.lake.jobs.sql.StatementParser;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.StorageProfiles;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TypeMode;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedRowsITCase {
  @TempDir static Path directory;

  @Test
  void aScanWithoutFilterTellsHowMuchIsToCome() {
    String location = directory.resolve("numbers.lance").toString();
    NumberDataset.create(location, 200);
    try (Datasets datasets = new Datasets(StorageProfiles.get(StorageProfiles.NONE), 8);
        SnapshotPlanner planner =
            new SnapshotPlanner(PlannerConfig.defaults(), datasets, StorageProfiles.NONE)) {
      DatasetDescription now = datasets.latest(location);
      TableSnapshot numbers =
          new TableSnapshot(
              new TableName("main", "t"), now.location(), now.incarnation(), now.version());
      ExpectedRows expected = new ExpectedRows(datasets);
      SnapshotSet snapshots = new SnapshotSet(List.of(numbers));
      assertThat(halfOfAHundred(expected, planner, snapshots, "SELECT n FROM t")).isEqualTo(0.25);
      assertThat(halfOfAHundred(expected, planner, snapshots, "SELECT n FROM t LIMIT 100"))
          .isEqualTo(0.5);
      assertThat(halfOfAHundred(expected, planner, snapshots, "SELECT n FROM t WHERE n > 3"))
          .isZero();
      assertThat(halfOfAHundred(expected, planner, snapshots, "SELECT n + 1 FROM t")).isZero();
    }
  }

  /** What is told of a query that has written 50 rows. */
  private static double halfOfAHundred(
      ExpectedRows expected, SnapshotPlanner planner, SnapshotSet snapshots, String sql) {
    SessionFields session =
        new SessionFields("main", ZoneId.of("UTC"), TypeMode.EXACT, Instant.EPOCH);
    QueryId query = QueryId.random();
    expected.remember(
        query, planner.plan(new StatementParser().parse(sql, "main"), snapshots, session));
    return expected.fraction(query, 50);
  }
}
