package dev.lake.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TypeMode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

class PlanCacheTest {

  private Instant now = Instant.EPOCH;
  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };
  private final PlanCache cache = new PlanCache(2, Duration.ofSeconds(10), clock);

  private static PlanCache.Key key(String sql) {
    SessionFields session =
        new SessionFields("main", ZoneOffset.UTC, TypeMode.EXACT, Instant.EPOCH);
    return new PlanCache.Key(sql, SnapshotSet.empty(), session);
  }

  @Test
  void gives_each_plan_once() {
    PlannedQuery plan = new Plan();
    cache.put(key("a"), plan);

    assertThat(cache.take(key("b"))).isEmpty();
    assertThat(cache.take(key("a"))).containsSame(plan);
    assertThat(cache.take(key("a"))).isEmpty();
  }

  @Test
  void i7_keeps_few_and_not_for_long() {
    cache.put(key("a"), new Plan());
    cache.put(key("b"), new Plan());
    cache.put(key("c"), new Plan());

    assertThat(cache.take(key("a"))).isEmpty();
    assertThat(cache.take(key("b"))).isPresent();
    now = now.plusSeconds(10);
    assertThat(cache.take(key("c"))).isEmpty();
  }

  /** Never asked for anything. */
  private static final class Plan implements PlannedQuery {
    @Override
    public Schema schema() {
      throw new UnsupportedOperationException();
    }

    @Override
    public RowType rowType() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean ordered() {
      return false;
    }

    @Override
    public Optional<dev.lake.lance.dataset.ScanSpec> bareScan() {
      return Optional.empty();
    }

    @Override
    public Optional<LiteralRows> literalRows() {
      return Optional.empty();
    }

    @Override
    public String explain() {
      return "";
    }

    @Override
    public org.apache.flink.streaming.api.graph.StreamGraph rowsJob(
        org.apache.flink.api.connector.sink2.Sink<org.apache.flink.table.data.RowData> sink,
        String jobName,
        int parallelism) {
      throw new UnsupportedOperationException();
    }

    @Override
    public org.apache.flink.streaming.api.graph.StreamGraph batchesJob(
        org.apache.flink.api.connector.sink2.Sink<dev.lake.lance.columnar.ArrowBatch> sink,
        String jobName,
        int parallelism) {
      throw new UnsupportedOperationException();
    }
  }
}
