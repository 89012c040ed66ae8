package dev.lake.lance.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.lance.LanceTables;
import dev.lake.lance.NumberTable;
import dev.lake.lance.columnar.ArrowBatch;
import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.lance.dataset.DatasetException;
import dev.lake.lance.dataset.Datasets;
import dev.lake.lance.dataset.Predicate;
import dev.lake.lance.dataset.Predicate.Comparison;
import dev.lake.lance.dataset.Predicate.Literal.IntegerValue;
import dev.lake.lance.dataset.Predicate.Operator;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.StorageOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ExceptionUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Batches through a job")
class LanceSourceITCase {
  private static final int ROWS = 20_000;

  @TempDir Path directory;

  private Path path;

  @BeforeEach
  void write() {
    path = directory.resolve("numbers.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 3000, NumberTable.rows(0, ROWS));
    LanceTables.delete(path, "n < 10");
  }

  private ScanSpec scan(@Nullable Predicate filter, long limit) {
    try (Datasets datasets = new Datasets(StorageOptions.NONE, 1)) {
      DatasetDescription dataset = datasets.latest(path.toString());
      return new ScanSpec(
          dataset.location(),
          dataset.version(),
          dataset.incarnation(),
          List.of("n"),
          filter,
          limit,
          1024,
          "none");
    }
  }

  private static final class Numbers implements FlatMapFunction<ArrowBatch, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(ArrowBatch batch, Collector<Long> out) {
      BigIntVector n = (BigIntVector) batch.root().getVector(0);
      for (int i = 0; i < batch.rows(); i++) {
        out.collect(n.get(i));
      }
    }
  }

  private static DataStream<ArrowBatch> batches(ScanSpec spec, int parallelism) {
    Configuration configuration = new Configuration();
    configuration.setString("rest.bind-address", "127.0.0.1");
    configuration.setString("rest.bind-port", "0");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
    environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    return environment.fromSource(
        LanceSource.batches(spec), WatermarkStrategy.noWatermarks(), "lance");
  }

  private static List<Long> numbers(DataStream<ArrowBatch> batches) throws Exception {
    List<Long> numbers = new ArrayList<>();
    try (CloseableIterator<Long> result = batches.flatMap(new Numbers()).executeAndCollect()) {
      result.forEachRemaining(numbers::add);
    }
    return numbers;
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  @DisplayName("I8: every row arrives once, whatever the parallelism")
  void i8ReadsEveryRowOnce() throws Exception {
    assertThat(numbers(batches(scan(null, ScanSpec.NO_LIMIT), 1))).isEqualTo(range(10, ROWS));
    assertThat(numbers(batches(scan(null, ScanSpec.NO_LIMIT), 2)))
        .containsExactlyInAnyOrderElementsOf(range(10, ROWS));
  }

  @Test
  void readsExactlyTheLimitInParallel() throws Exception {
    assertThat(numbers(batches(scan(null, 7001), 2)))
        .containsExactlyInAnyOrderElementsOf(range(10, 7011));
    Predicate high = new Comparison("n", Operator.GREATER_OR_EQUAL, new IntegerValue(9000));
    assertThat(numbers(batches(scan(high, 5), 2))).isEqualTo(range(9000, 9005));
  }

  @Test
  void refusesABrokenChain() {
    assertThatThrownBy(() -> numbers(batches(scan(null, ScanSpec.NO_LIMIT), 2).rebalance()))
        .hasStackTraceContaining("Arrow batches cannot leave their operator chain");
  }

  @Test
  @DisplayName("I2: a version that is gone fails the job by name")
  void i2FailsByName() {
    ScanSpec spec = scan(null, ScanSpec.NO_LIMIT);
    LanceTables.overwrite(path, NumberTable.SCHEMA, 40, NumberTable.rows(0, 10));
    LanceTables.cleanUp(path);
    assertThatThrownBy(() -> numbers(batches(spec, 1)))
        .satisfies(
            e ->
                assertThat(
                        ExceptionUtils.findThrowable(e, DatasetException.class)
                            .map(DatasetException::kind))
                    .contains(DatasetException.Kind.VERSION_GONE));
  }
}
