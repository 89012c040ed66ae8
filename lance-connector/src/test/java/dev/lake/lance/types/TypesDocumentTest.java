package dev.lake.lance.types;

import static dev.lake.lance.types.Samples.FLOAT32;
import static dev.lake.lance.types.Samples.INT32;
import static dev.lake.lance.types.Samples.column;
import static dev.lake.lance.types.Samples.field;
import static dev.lake.lance.types.Samples.integer;
import static dev.lake.lance.types.Samples.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.VariantType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.junit.jupiter.api.Test;

/** {@code docs/types.md} says what the code does, about every type there is. */
class TypesDocumentTest {
  private static final Path PAGE = Path.of("..", "docs", "types.md");

  @Test
  void tableColumnsAreAsDocumented() throws IOException {
    List<List<String>> documented = table("| Arrow type |");

    List<List<String>> actual = new ArrayList<>();
    for (Field column : columns()) {
      actual.add(describe(column));
    }

    assertThat(documented).containsExactlyElementsOf(actual);
  }

  @Test
  void everyArrowTypeIsDocumented() {
    Set<ArrowTypeID> missing = EnumSet.allOf(ArrowTypeID.class);
    missing.remove(ArrowTypeID.NONE);
    columns().forEach(column -> missing.remove(column.getType().getTypeID()));
    assertThat(missing).isEmpty();
  }

  @Test
  void computedColumnsAreAsDocumented() throws IOException {
    List<List<String>> documented = table("| SQL type |");

    assertThat(documented).hasSizeGreaterThan(25);
    for (List<String> row : documented) {
      LogicalType type = parse(row.get(0));
      assertThat(type.asSummaryString()).isEqualTo(row.get(0));
      if (row.get(1).equals("refused")) {
        assertThatThrownBy(() -> ArrowTypes.toArrow("c", type))
            .isInstanceOf(UnsupportedArrowTypeException.class)
            .hasMessageContaining("'c'")
            .hasMessageContaining(row.get(0));
      } else {
        assertThat(ArrowTypes.describe(ArrowTypes.toArrow("c", type))).isEqualTo(row.get(1));
      }
    }
  }

  private static List<String> describe(Field column) {
    String arrow = ArrowTypes.describe(column);
    if (!ArrowTypes.supported(column)) {
      return List.of(arrow, "-", "refused", "-");
    }
    LogicalType type = ArrowTypes.toFlink(column);
    String computed = ArrowTypes.describe(ArrowTypes.toArrow("c", type));
    String kind = computed.equals(arrow) ? "exact" : "widened";
    return List.of(arrow, type.asSummaryString(), kind, computed);
  }

  /** The rows of the table whose first line begins so, each cell without its code marks. */
  private static List<List<String>> table(String heading) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int start = 0;
    while (!lines.get(start).startsWith(heading)) {
      start++;
    }
    List<List<String>> rows = new ArrayList<>();
    for (int i = start + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
      String line = lines.get(i);
      rows.add(
          Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
              .map(cell -> cell.strip().replaceAll("^`+|`+$", ""))
              .toList());
    }
    return rows;
  }

  private static LogicalType parse(String text) {
    if (text.startsWith("MULTISET")) {
      return new MultisetType(parse("INT"));
    }
    return text.equals("VARIANT")
        ? new VariantType()
        : LogicalTypeParser.parse(text, TypesDocumentTest.class.getClassLoader());
  }

  private static List<Field> columns() {
    Map<String, Field> columns = new LinkedHashMap<>();
    numbers().forEach(column -> columns.put(ArrowTypes.describe(column), column));
    times().forEach(column -> columns.put(ArrowTypes.describe(column), column));
    others().forEach(column -> columns.put(ArrowTypes.describe(column), column));
    return List.copyOf(columns.values());
  }

  private static List<Field> numbers() {
    List<Field> columns = new ArrayList<>();
    columns.add(column(ArrowType.Bool.INSTANCE));
    for (boolean signed : new boolean[] {true, false}) {
      for (int bits : new int[] {8, 16, 32, 64}) {
        columns.add(column(integer(bits, signed)));
      }
    }
    for (FloatingPointPrecision precision : FloatingPointPrecision.values()) {
      columns.add(column(new ArrowType.FloatingPoint(precision)));
    }
    columns.add(column(new ArrowType.Decimal(12, 2, 128)));
    columns.add(column(new ArrowType.Decimal(10, -2, 128)));
    columns.add(column(new ArrowType.Decimal(50, 2, 256)));
    return columns;
  }

  private static List<Field> times() {
    List<Field> columns = new ArrayList<>();
    columns.add(column(new ArrowType.Date(DateUnit.DAY)));
    columns.add(column(new ArrowType.Date(DateUnit.MILLISECOND)));
    columns.add(column(new ArrowType.Time(TimeUnit.SECOND, 32)));
    columns.add(column(new ArrowType.Time(TimeUnit.MILLISECOND, 32)));
    columns.add(column(new ArrowType.Time(TimeUnit.MICROSECOND, 64)));
    columns.add(column(new ArrowType.Time(TimeUnit.NANOSECOND, 64)));
    for (String zone : Arrays.asList(null, "UTC")) {
      for (TimeUnit unit : TimeUnit.values()) {
        columns.add(column(new ArrowType.Timestamp(unit, zone)));
      }
    }
    columns.add(column(new ArrowType.Timestamp(TimeUnit.MICROSECOND, "Europe/Berlin")));
    columns.add(column(new ArrowType.Duration(TimeUnit.MICROSECOND)));
    columns.add(column(new ArrowType.Interval(IntervalUnit.YEAR_MONTH)));
    return columns;
  }

  private static List<Field> others() {
    Field item = field("item", INT32);
    Field text = field("y", ArrowType.Utf8.INSTANCE);
    Field time = field("t", new ArrowType.Time(TimeUnit.MICROSECOND, 64));
    Field entries =
        required(
            "entries",
            ArrowType.Struct.INSTANCE,
            required("key", ArrowType.Utf8.INSTANCE),
            field("value", INT32));
    FieldType dictionary =
        new FieldType(true, integer(8, true), new DictionaryEncoding(1, false, null));
    return List.of(
        column(ArrowType.Utf8.INSTANCE),
        column(ArrowType.LargeUtf8.INSTANCE),
        column(ArrowType.Utf8View.INSTANCE),
        column(ArrowType.Binary.INSTANCE),
        column(ArrowType.LargeBinary.INSTANCE),
        column(ArrowType.BinaryView.INSTANCE),
        column(new ArrowType.FixedSizeBinary(16)),
        column(ArrowType.List.INSTANCE, item),
        column(ArrowType.List.INSTANCE, required("item", INT32)),
        column(new ArrowType.FixedSizeList(768), field("item", FLOAT32)),
        column(ArrowType.LargeList.INSTANCE, item),
        column(ArrowType.ListView.INSTANCE, item),
        column(ArrowType.LargeListView.INSTANCE, item),
        column(ArrowType.Struct.INSTANCE, field("x", INT32), text),
        column(ArrowType.Struct.INSTANCE, field("x", INT32), time),
        column(new ArrowType.Map(false), entries),
        column(new ArrowType.Union(UnionMode.Dense, new int[] {0}), field("x", INT32)),
        column(
            ArrowType.RunEndEncoded.INSTANCE,
            required("run_ends", INT32),
            field("values", ArrowType.Utf8.INSTANCE)),
        new Field("c", dictionary, List.of()),
        column(ArrowType.Null.INSTANCE));
  }
}
