package dev.lake.lance.table;

import dev.lake.lance.LanceTables;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Rows of all types that a filter may be pushed for, with nulls in every column. */
final class MixedTable {
  static final List<String> WORDS =
      List.of(
          "",
          "a",
          "a ",
          "A",
          "ab",
          "b",
          "O'Reilly",
          "100%",
          "a_b",
          "c:\\x",
          "\"q\"",
          "new\nline",
          "?",
          "$1",
          ":x",
          "N'q'",
          "$$",
          "--",
          "/*",
          "\u00e9",
          "\u00df",
          "\ud83d\ude00",
          "\ufffd");

  static final Schema SCHEMA =
      LanceTables.schema(
          LanceTables.column("id", new ArrowType.Int(32, true)),
          LanceTables.column("tiny", new ArrowType.Int(8, true)),
          LanceTables.column("whole", new ArrowType.Int(32, true)),
          LanceTables.column("big", new ArrowType.Int(64, true)),
          LanceTables.column("words", ArrowType.Utf8.INSTANCE),
          LanceTables.column("price", new ArrowType.Decimal(10, 2, 128)),
          LanceTables.column("born", new ArrowType.Date(DateUnit.DAY)),
          LanceTables.column("yes", ArrowType.Bool.INSTANCE),
          LanceTables.column("ratio", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)));

  private final List<Map<String, @Nullable Object>> rows = new ArrayList<>();

  MixedTable(int count, long seed) {
    Random random = new Random(seed);
    for (int id = 0; id < count; id++) {
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("id", id);
      row.put("tiny", random.nextInt(6) == 0 ? null : pick(random, -128, -1, 0, 1, 7, 127));
      row.put("whole", random.nextInt(6) == 0 ? null : random.nextInt(46) - 5);
      row.put("big", random.nextInt(6) == 0 ? null : pick(random, -9_000_000_000L, -1L, 0L, 5L));
      row.put("words", random.nextInt(6) == 0 ? null : WORDS.get(random.nextInt(WORDS.size())));
      row.put(
          "price",
          random.nextInt(6) == 0
              ? null
              : pick(
                  random,
                  new BigDecimal("0.00"),
                  new BigDecimal("1.25"),
                  new BigDecimal("-3.50"),
                  new BigDecimal("12.00"),
                  new BigDecimal("99999999.99")));
      row.put(
          "born",
          random.nextInt(6) == 0
              ? null
              : pick(
                  random,
                  LocalDate.of(1969, 12, 31),
                  LocalDate.of(1970, 1, 1),
                  LocalDate.of(2024, 2, 29)));
      row.put("yes", random.nextInt(6) == 0 ? null : random.nextBoolean());
      row.put("ratio", random.nextInt(6) == 0 ? null : pick(random, 0.0, -0.0, 0.5, -2.25));
      rows.add(row);
    }
  }

  private static Object pick(Random random, Object... values) {
    return values[random.nextInt(values.length)];
  }

  static int id(Map<String, @Nullable Object> row) {
    return (Integer) Objects.requireNonNull(row.get("id"));
  }

  List<Map<String, @Nullable Object>> rows() {
    return rows;
  }

  void write(Path path, int rowsPerFragment) {
    LanceTables.create(path, SCHEMA, rowsPerFragment, this::fill);
  }

  private void fill(VectorSchemaRoot root) {
    for (FieldVector vector : root.getFieldVectors()) {
      for (int i = 0; i < rows.size(); i++) {
        Object value = rows.get(i).get(vector.getName());
        if (value != null) {
          set(vector, i, value);
        }
      }
    }
    root.setRowCount(rows.size());
  }

  private static void set(FieldVector vector, int row, Object value) {
    if (vector instanceof TinyIntVector v) {
      v.setSafe(row, (Integer) value);
    } else if (vector instanceof IntVector v) {
      v.setSafe(row, (Integer) value);
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(row, (Long) value);
    } else if (vector instanceof VarCharVector v) {
      v.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof DecimalVector v) {
      v.setSafe(row, (BigDecimal) value);
    } else if (vector instanceof DateDayVector v) {
      v.setSafe(row, (int) ((LocalDate) value).toEpochDay());
    } else if (vector instanceof BitVector v) {
      v.setSafe(row, (Boolean) value ? 1 : 0);
    } else {
      ((Float8Vector) vector).setSafe(row, (Double) value);
    }
  }
}
