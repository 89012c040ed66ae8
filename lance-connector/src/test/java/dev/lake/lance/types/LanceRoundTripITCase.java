package dev.lake.lance.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.types.logical.RowType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lance.Dataset;
import org.lance.WriteParams;
import org.lance.ipc.LanceScanner;

/** Batches as Lance's own reader makes them, which leaves out what Arrow Java would fill in. */
class LanceRoundTripITCase {
  @TempDir Path directory;

  static Stream<Samples.Sample> samples() {
    return Samples.all().stream().filter(sample -> !hasOffsetZone(sample));
  }

  /** Lance's schema reader panics on zones such as +05:30. */
  private static boolean hasOffsetZone(Samples.Sample sample) {
    return sample.field().getType() instanceof ArrowType.Timestamp stamp
        && stamp.getTimezone() != null
        && stamp.getTimezone().startsWith("+");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void whatLanceReadsComesBackExactly(Samples.Sample sample) throws Exception {
    List<@Nullable Object> values = new ArrayList<>();
    RoundTripTest.nullPatterns(sample.arrow()).forEach(values::addAll);
    String location = directory.resolve("t.lance").toString();
    write(location, sample, values);
    check(location, values.size());
  }

  private static void write(String location, Samples.Sample sample, List<@Nullable Object> values)
      throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Batches.of(allocator, sample.field(), values);
        OneBatch source = new OneBatch(batch, allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, source, stream);
      Dataset.write().allocator(allocator).stream(stream)
          .uri(location)
          .mode(WriteParams.WriteMode.CREATE)
          .dataStorageVersion("2.2")
          .execute()
          .close();
    }
  }

  /**
   * A batch as Lance wants it: the buffers of an IPC stream lie at multiples of 8 bytes, and its
   * writer aborts the process when those of a decimal do not lie at multiples of 16.
   */
  private static final class OneBatch extends ArrowReader {
    private final VectorSchemaRoot batch;
    private boolean read;

    OneBatch(VectorSchemaRoot batch, BufferAllocator allocator) {
      super(allocator);
      this.batch = batch;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      prepareLoadNextBatch();
      if (read) {
        return false;
      }
      read = true;
      loadRecordBatch(new VectorUnloader(batch).getRecordBatch());
      return true;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {
      // The batch is the caller's.
    }

    @Override
    protected Schema readSchema() {
      return batch.getSchema();
    }
  }

  private static void check(String location, int rows) throws Exception {
    try (RootAllocator allocator = new RootAllocator();
        Dataset dataset = Dataset.open().allocator(allocator).uri(location).build();
        LanceScanner scan = dataset.newScan();
        ArrowReader reader = scan.scanBatches()) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      RowType type = ArrowTypes.rowType(batch.getSchema());
      int read = 0;
      try (VectorSchemaRoot target = VectorSchemaRoot.create(batch.getSchema(), allocator)) {
        ArrowRowWriter writer = new ArrowRowWriter(target, type);
        while (reader.loadNextBatch()) {
          writer.reset();
          ColumnarRowData row = new ColumnarRowData(ArrowColumns.view(batch, type));
          for (int i = 0; i < batch.getRowCount(); i++) {
            row.setRowId(i);
            writer.write(row);
          }
          writer.finish();
          read += batch.getRowCount();
          assertThat(VectorEqualsVisitor.vectorEquals(batch.getVector(0), target.getVector(0)))
              .as("%s is %s", batch.getVector(0), target.getVector(0))
              .isTrue();
        }
      }
      assertThat(read).isEqualTo(rows);
    }
  }
}
