package dev.lake.harness;

import static org.apache.arrow.vector.types.FloatingPointPrecision.DOUBLE;
import static org.apache.arrow.vector.types.FloatingPointPrecision.SINGLE;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliTZVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Orders: 16 columns of 16 types. What an order is follows from its id (its row number), by the
 * functions of this class.
 */
public final class Orders implements GeneratedTable {
  /** Numbers in one embedding. */
  public static final int DIMENSIONS = 4;

  private static final String[] STATUS = {"open", "packed", "sent", "paid", "returned"};
  private static final long FIRST_SECOND = 1_700_000_000L;
  private static final int FIRST_DAY = 19_000;

  private static final Schema SCHEMA =
      new Schema(
          List.of(
              column("id", new ArrowType.Int(64, true)),
              column("customer_id", new ArrowType.Int(32, true)),
              column("lines", new ArrowType.Int(16, true)),
              column("priority", new ArrowType.Int(8, true)),
              column("checksum", new ArrowType.Int(32, false)),
              column("gift", ArrowType.Bool.INSTANCE),
              column("price", new ArrowType.Decimal(15, 2, 128)),
              column("weight", new ArrowType.FloatingPoint(DOUBLE)),
              column("discount", new ArrowType.FloatingPoint(SINGLE)),
              column("ordered_on", new ArrowType.Date(DateUnit.DAY)),
              column("created_at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null)),
              column("updated_at", new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC")),
              column("status", ArrowType.Utf8.INSTANCE),
              column("note", ArrowType.Utf8.INSTANCE),
              column("label", ArrowType.Binary.INSTANCE),
              column(
                  "embedding",
                  new ArrowType.FixedSizeList(DIMENSIONS),
                  column("item", new ArrowType.FloatingPoint(SINGLE)))));

  static Field column(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  /** The customer who ordered, of so many customers. */
  public static int customer(long id, int customers) {
    return (int) (id % customers);
  }

  /** How many customers the table's orders are spread over. */
  public static final int CUSTOMERS = 1_000;

  /** The price in cents. */
  public static long cents(long id) {
    return 100 + id * 37 % 99_991;
  }

  /** The status. */
  public static String status(long id) {
    return STATUS[(int) (id % STATUS.length)];
  }

  /** The note; every tenth order has none. */
  static boolean hasNote(long id) {
    return id % 10 != 0;
  }

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public void fill(VectorSchemaRoot batch, int at, long id) {
    numbers(batch, at, id);
    times(batch, at, id);
    texts(batch, at, id);
    FixedSizeListVector embedding = (FixedSizeListVector) batch.getVector("embedding");
    embedding.setNotNull(at);
    Float4Vector numbers = (Float4Vector) embedding.getDataVector();
    for (int i = 0; i < DIMENSIONS; i++) {
      numbers.setSafe(at * DIMENSIONS + i, id % 100 + i / 4f);
    }
  }

  private static void numbers(VectorSchemaRoot batch, int at, long id) {
    ((BigIntVector) batch.getVector("id")).setSafe(at, id);
    ((IntVector) batch.getVector("customer_id")).setSafe(at, customer(id, CUSTOMERS));
    ((SmallIntVector) batch.getVector("lines")).setSafe(at, (short) (1 + id % 300));
    ((TinyIntVector) batch.getVector("priority")).setSafe(at, (byte) (id % 5 - 2));
    ((UInt4Vector) batch.getVector("checksum")).setSafe(at, (int) (id * 2_654_435_761L));
    ((BitVector) batch.getVector("gift")).setSafe(at, id % 7 == 0 ? 1 : 0);
    ((DecimalVector) batch.getVector("price")).setSafe(at, BigDecimal.valueOf(cents(id), 2));
    ((Float8Vector) batch.getVector("weight")).setSafe(at, id % 1_000 / 8.0);
    ((Float4Vector) batch.getVector("discount")).setSafe(at, id % 16 / 32f);
  }

  private static void times(VectorSchemaRoot batch, int at, long id) {
    long second = FIRST_SECOND + id;
    ((DateDayVector) batch.getVector("ordered_on")).setSafe(at, FIRST_DAY + (int) (id % 365));
    ((TimeStampMicroVector) batch.getVector("created_at"))
        .setSafe(at, second * 1_000_000L + id % 1_000_000L);
    ((TimeStampMilliTZVector) batch.getVector("updated_at"))
        .setSafe(at, second * 1_000L + id % 1_000L);
  }

  private static void texts(VectorSchemaRoot batch, int at, long id) {
    ((VarCharVector) batch.getVector("status")).setSafe(at, utf8(status(id)));
    VarCharVector note = (VarCharVector) batch.getVector("note");
    if (hasNote(id)) {
      note.setSafe(at, utf8("order " + id + ", packed at desk " + id % 50));
    } else {
      note.setNull(at);
    }
    ((VarBinaryVector) batch.getVector("label"))
        .setSafe(at, new byte[] {(byte) id, (byte) (id >> 8), (byte) (id >> 16)});
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
