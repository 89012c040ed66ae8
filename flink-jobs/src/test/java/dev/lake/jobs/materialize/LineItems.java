package dev.lake.jobs.materialize;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;

/** A real Lance table of several types and fragments, whose values follow from the row's number. */
final class LineItems {
  private static final int BATCH = 8_192;
  private static final int EMBEDDING = 8;

  static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), List.of()),
              Field.nullable("big", new ArrowType.Int(64, false)),
              Field.nullable("price", new ArrowType.Decimal(15, 2, 128)),
              Field.nullable("text", ArrowType.Utf8.INSTANCE),
              Field.nullable("day", new ArrowType.Date(DateUnit.DAY)),
              Field.nullable("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Asia/Kolkata")),
              new Field(
                  "embedding",
                  FieldType.nullable(new ArrowType.FixedSizeList(EMBEDDING)),
                  List.of(
                      Field.nullable(
                          "item", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE))))));

  private LineItems() {}

  static void write(Path path, int rows, int rowsPerFragment) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = new Rows(allocator, rows)) {
      Dataset.write()
          .allocator(allocator)
          .reader(reader)
          .uri(path.toString())
          .maxRowsPerFile(rowsPerFragment)
          .dataStorageVersion("2.1")
          .execute()
          .close();
    }
  }

  /** The value of every column as text; what a row must read as, on any path. */
  static String expected(long id) {
    return id
        + "|"
        + (id % 5 == 0 ? null : Long.toUnsignedString(-1L - id))
        + "|"
        + (id % 7 == 0 ? null : BigDecimal.valueOf(id * 3 - 1_000, 2))
        + "|"
        + (id % 11 == 0 ? null : "row " + id + " é")
        + "|"
        + (int) (id % 20_000)
        + "|"
        + (id % 13 == 0 ? null : id * 1_000_003)
        + "|"
        + (id % 17 == 0 ? null : (float) id);
  }

  /** The rows of a batch as texts like {@link #expected}. */
  static List<String> texts(VectorSchemaRoot batch) {
    List<String> texts = new ArrayList<>();
    BigIntVector id = (BigIntVector) batch.getVector(0);
    UInt8Vector big = (UInt8Vector) batch.getVector(1);
    DecimalVector price = (DecimalVector) batch.getVector(2);
    VarCharVector text = (VarCharVector) batch.getVector(3);
    DateDayVector day = (DateDayVector) batch.getVector(4);
    TimeStampMicroTZVector at = (TimeStampMicroTZVector) batch.getVector(5);
    FixedSizeListVector embedding = (FixedSizeListVector) batch.getVector(6);
    Float4Vector items = (Float4Vector) embedding.getDataVector();
    for (int i = 0; i < batch.getRowCount(); i++) {
      texts.add(
          id.get(i)
              + "|"
              + (big.isNull(i) ? null : Long.toUnsignedString(big.get(i)))
              + "|"
              + price.getObject(i)
              + "|"
              + text.getObject(i)
              + "|"
              + day.get(i)
              + "|"
              + at.getObject(i)
              + "|"
              + (embedding.isNull(i) ? null : items.get(i * EMBEDDING + EMBEDDING - 1)));
    }
    return texts;
  }

  private static final class Rows extends ArrowReader {
    private final int rows;
    private int done;

    Rows(BufferAllocator allocator, int rows) {
      super(allocator);
      this.rows = rows;
    }

    @Override
    public boolean loadNextBatch() throws java.io.IOException {
      int count = Math.min(BATCH, rows - done);
      VectorSchemaRoot batch = getVectorSchemaRoot();
      batch.clear();
      for (int i = 0; i < count; i++) {
        set(batch, i, done + (long) i);
      }
      batch.setRowCount(count);
      done += count;
      return count > 0;
    }

    private static void set(VectorSchemaRoot batch, int i, long id) {
      ((BigIntVector) batch.getVector(0)).setSafe(i, id);
      if (id % 5 != 0) {
        ((UInt8Vector) batch.getVector(1)).setSafe(i, -1L - id);
      }
      if (id % 7 != 0) {
        ((DecimalVector) batch.getVector(2)).setSafe(i, BigDecimal.valueOf(id * 3 - 1_000, 2));
      }
      if (id % 11 != 0) {
        byte[] text = ("row " + id + " é").getBytes(StandardCharsets.UTF_8);
        ((VarCharVector) batch.getVector(3)).setSafe(i, text);
      }
      ((DateDayVector) batch.getVector(4)).setSafe(i, (int) (id % 20_000));
      if (id % 13 != 0) {
        ((TimeStampMicroTZVector) batch.getVector(5)).setSafe(i, id * 1_000_003);
      }
      FixedSizeListVector embedding = (FixedSizeListVector) batch.getVector(6);
      if (id % 17 != 0) {
        embedding.setNotNull(i);
      } else {
        embedding.setNull(i);
      }
      for (int k = 0; k < EMBEDDING; k++) {
        ((Float4Vector) embedding.getDataVector()).setSafe(i * EMBEDDING + k, (float) id);
      }
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {
      // Makes its rows itself.
    }

    @Override
    protected Schema readSchema() {
      return SCHEMA;
    }
  }
}
