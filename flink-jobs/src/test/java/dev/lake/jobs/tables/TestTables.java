package dev.lake.jobs.tables;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.Dataset;

/** Real Lance tables whose values follow from the row's number. */
public final class TestTables {

  private static final ArrowType SINGLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  /** One column of each kind that a row path would lose. */
  public static final Schema ORDERS =
      new Schema(
          List.of(
              new Field("id", FieldType.notNullable(new ArrowType.Int(64, true)), List.of()),
              Field.nullable("customer", new ArrowType.Int(32, true)),
              Field.nullable("name", ArrowType.Utf8.INSTANCE),
              Field.nullable("price", new ArrowType.Decimal(12, 2, 128)),
              Field.nullable("ratio", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("big", new ArrowType.Int(64, false)),
              Field.nullable("half", new ArrowType.FloatingPoint(FloatingPointPrecision.HALF)),
              new Field(
                  "emb",
                  FieldType.nullable(new ArrowType.FixedSizeList(4)),
                  List.of(Field.nullable("item", SINGLE))),
              Field.nullable("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Asia/Kolkata")),
              Field.nullable("day", new ArrowType.Date(DateUnit.DAY)),
              Field.nullable("flag", ArrowType.Bool.INSTANCE),
              Field.nullable("memo", ArrowType.LargeUtf8.INSTANCE),
              new Field(
                  "pair",
                  FieldType.nullable(ArrowType.Struct.INSTANCE),
                  List.of(
                      Field.nullable("a", new ArrowType.Int(32, true)),
                      Field.nullable("b", ArrowType.Utf8.INSTANCE)))));

  /** A small table to join with. */
  public static final Schema CUSTOMERS =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(32, true)),
              Field.nullable("region", ArrowType.Utf8.INSTANCE)));

  /** A column that SQL cannot compute with beside one that it can. */
  public static final Schema ODD =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(32, true)),
              Field.nullable("gap", new ArrowType.Duration(TimeUnit.SECOND))));

  /** Columns that SQL cannot have before those that it can. */
  public static final Schema VEILED =
      new Schema(
          List.of(
              Field.nullable("gap", new ArrowType.Duration(TimeUnit.SECOND)),
              new Field(
                  "pic",
                  new FieldType(
                      true,
                      ArrowType.LargeBinary.INSTANCE,
                      null,
                      Map.of("lance-encoding:blob", "true")),
                  List.of()),
              Field.nullable("id", new ArrowType.Int(32, true)),
              Field.nullable("region", ArrowType.Utf8.INSTANCE)));

  /** Nothing that SQL can have. */
  public static final Schema DARK =
      new Schema(List.of(Field.nullable("gap", new ArrowType.Duration(TimeUnit.SECOND))));

  /** Rows of 64 KiB each. */
  public static final Schema WIDE =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(32, true)),
              new Field(
                  "emb",
                  FieldType.nullable(new ArrowType.FixedSizeList(16_384)),
                  List.of(Field.nullable("item", SINGLE)))));

  private TestTables() {}

  /** Rows 0 to n-1, customers 0 to 9. */
  public static void orders(Path path, int rows, int rowsPerFragment) {
    write(path, ORDERS, rows, rowsPerFragment, TestTables::order);
  }

  /** Customers 0 to n-1 of four regions. */
  public static void customers(Path path, int rows) {
    write(
        path,
        CUSTOMERS,
        rows,
        rows,
        (root, i) -> {
          ((IntVector) root.getVector(0)).setSafe(i, i);
          ((VarCharVector) root.getVector(1)).setSafe(i, bytes("region-" + i % 4));
        });
  }

  /** Durations of n rows. */
  public static void odd(Path path, int rows) {
    write(
        path,
        ODD,
        rows,
        rows,
        (root, i) -> {
          ((IntVector) root.getVector(0)).setSafe(i, i);
          ((DurationVector) root.getVector(1)).setSafe(i, (long) i);
        });
  }

  /** Ids 0 to n-1 of four regions behind durations and blobs, in fragments of four rows. */
  public static void veiled(Path path, int rows) {
    write(
        path,
        VEILED,
        rows,
        4,
        (root, i) -> {
          ((DurationVector) root.getVector(0)).setSafe(i, (long) i);
          ((LargeVarBinaryVector) root.getVector(1)).setSafe(i, new byte[] {1, 2, 3});
          ((IntVector) root.getVector(2)).setSafe(i, i);
          ((VarCharVector) root.getVector(3)).setSafe(i, bytes("region-" + i % 4));
        });
  }

  /** Durations of n rows and nothing else. */
  public static void dark(Path path, int rows) {
    write(
        path,
        DARK,
        rows,
        rows,
        (root, i) -> ((DurationVector) root.getVector(0)).setSafe(i, (long) i));
  }

  /** Embeddings of n rows. */
  public static void wide(Path path, int rows) {
    write(
        path,
        WIDE,
        rows,
        rows,
        (root, i) -> {
          ((IntVector) root.getVector(0)).setSafe(i, i);
          FixedSizeListVector list = (FixedSizeListVector) root.getVector(1);
          list.setNotNull(i);
          Float4Vector items = (Float4Vector) list.getDataVector();
          for (int k = 0; k < 16_384; k++) {
            items.setSafe(i * 16_384 + k, i);
          }
        });
  }

  private static void order(VectorSchemaRoot root, int i) {
    ((BigIntVector) root.getVector(0)).setSafe(i, i);
    ((IntVector) root.getVector(1)).setSafe(i, i % 10);
    if (i % 7 != 0) {
      ((VarCharVector) root.getVector(2)).setSafe(i, bytes("name-" + i % 50));
      ((LargeVarCharVector) root.getVector(11)).setSafe(i, bytes("memo é " + i));
    }
    ((DecimalVector) root.getVector(3)).setSafe(i, BigDecimal.valueOf(i * 7L - 100, 2));
    ((Float8Vector) root.getVector(4)).setSafe(i, i / 4.0);
    ((UInt8Vector) root.getVector(5)).setSafe(i, -1L - i);
    ((Float2Vector) root.getVector(6)).setSafeWithPossibleTruncate(i, i % 100);
    embedding((FixedSizeListVector) root.getVector(7), i);
    ((TimeStampMicroTZVector) root.getVector(8)).setSafe(i, 1_700_000_000_000_001L + i);
    ((DateDayVector) root.getVector(9)).setSafe(i, i % 365);
    ((BitVector) root.getVector(10)).setSafe(i, i % 2);
    pair((StructVector) root.getVector(12), i);
  }

  private static void embedding(FixedSizeListVector list, int i) {
    if (i % 5 == 0) {
      list.setNull(i);
      return;
    }
    list.setNotNull(i);
    Float4Vector items = (Float4Vector) list.getDataVector();
    for (int k = 0; k < 4; k++) {
      items.setSafe(i * 4 + k, i + k / 4f);
    }
  }

  private static void pair(StructVector pair, int i) {
    pair.setIndexDefined(i);
    ((IntVector) pair.getChild("a")).setSafe(i, i);
    ((VarCharVector) pair.getChild("b")).setSafe(i, bytes("b" + i));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void write(
      Path path,
      Schema schema,
      int rows,
      int rowsPerFragment,
      ObjIntConsumer<VectorSchemaRoot> filler) {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = new OneBatch(allocator, schema, rows, filler)) {
      Dataset.write()
          .allocator(allocator)
          .reader(reader)
          .uri(path.toString())
          .maxRowsPerFile(rowsPerFragment)
          .dataStorageVersion("2.1")
          .execute()
          .close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives vectors that it allocated itself: Lance's writer ends the process on unaligned ones. */
  private static final class OneBatch extends ArrowReader {
    private final Schema schema;
    private final int rows;
    private final ObjIntConsumer<VectorSchemaRoot> filler;
    private boolean given;

    OneBatch(
        BufferAllocator allocator,
        Schema schema,
        int rows,
        ObjIntConsumer<VectorSchemaRoot> filler) {
      super(allocator);
      this.schema = schema;
      this.rows = rows;
      this.filler = filler;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      if (given) {
        return false;
      }
      given = true;
      VectorSchemaRoot root = getVectorSchemaRoot();
      root.allocateNew();
      for (int i = 0; i < rows; i++) {
        filler.accept(root, i);
      }
      root.setRowCount(rows);
      return true;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return schema;
    }
  }
}
