package dev.lake.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

final class RowPrinterTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("big", new ArrowType.Int(64, false)),
              Field.nullable("price", new ArrowType.Decimal(10, 2, 128)),
              Field.nullable("ratio", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Europe/Berlin")),
              Field.nullable("exact", new ArrowType.Timestamp(TimeUnit.NANOSECOND, null)),
              Field.nullable("raw", ArrowType.Binary.INSTANCE),
              Field.nullable("note", ArrowType.Utf8.INSTANCE)));

  @Test
  void jsonKeepsNumbersWholeAndTimesExact() throws IOException {
    assertThat(print(RowFormat.json))
        .isEqualTo(
            """
            {"big":18446744073709551615,"price":12.50,"ratio":"NaN","at":"1970-01-01T01:00:00.000001+01:00",\
            "exact":"1969-12-31T23:59:59.999999999","raw":"AP8=","note":"a \\"b\\", c"}
            {"big":null,"price":null,"ratio":null,"at":null,"exact":null,"raw":null,"note":null}
            """);
  }

  @Test
  void csvQuotesAndLeavesNullEmpty() throws IOException {
    assertThat(print(RowFormat.csv))
        .isEqualTo(
            """
            big,price,ratio,at,exact,raw,note
            18446744073709551615,12.50,NaN,1970-01-01T01:00:00.000001+01:00,\
            1969-12-31T23:59:59.999999999,AP8=,"a ""b"", c"
            ,,,,,,
            """);
  }

  @Test
  void aTableCountsItsRows() throws IOException {
    assertThat(print(RowFormat.table)).contains("big  ", "NULL").endsWith("(2 rows)\n");
  }

  private static String print(RowFormat format) throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator)) {
      batch.allocateNew();
      ((UInt8Vector) batch.getVector("big")).setSafe(0, -1L);
      ((DecimalVector) batch.getVector("price")).setSafe(0, new BigDecimal("12.50"));
      ((Float8Vector) batch.getVector("ratio")).setSafe(0, Double.NaN);
      ((TimeStampMicroTZVector) batch.getVector("at")).setSafe(0, 1L);
      ((TimeStampNanoVector) batch.getVector("exact")).setSafe(0, -1L);
      ((VarBinaryVector) batch.getVector("raw")).setSafe(0, new byte[] {0, -1});
      ((VarCharVector) batch.getVector("note"))
          .setSafe(0, "a \"b\", c".getBytes(StandardCharsets.UTF_8));
      batch.setRowCount(2);
      RowPrinter printer = RowPrinter.of(format, out, SCHEMA);
      printer.print(batch);
      printer.end();
      out.flush();
    }
    return text.toString();
  }
}
