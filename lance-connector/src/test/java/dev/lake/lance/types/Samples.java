package dev.lake.lance.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.jspecify.annotations.Nullable;

/** Of every supported type: values as Arrow has them, and what SQL must see. */
final class Samples {
  private Samples() {}

  /** {@code arrow.get(i)} in a vector of this field is {@code sql.get(i)} in a row. */
  record Sample(Field field, List<Object> arrow, List<Object> sql) {
    Sample {
      if (arrow.size() != sql.size()) {
        throw new IllegalArgumentException("Uneven sample of " + field);
      }
    }

    @Override
    public String toString() {
      return ArrowTypes.describe(field);
    }
  }

  static Field field(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  static Field required(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.notNullable(type), List.of(children));
  }

  static Field column(ArrowType type, Field... children) {
    return field("c", type, children);
  }

  static ArrowType integer(int bits, boolean signed) {
    return new ArrowType.Int(bits, signed);
  }

  static final ArrowType FLOAT32 = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
  static final ArrowType FLOAT64 = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  static final ArrowType INT32 = new ArrowType.Int(32, true);

  static List<Sample> flat() {
    List<Sample> samples = new ArrayList<>(integers());
    samples.addAll(floats());
    samples.addAll(times());
    samples.addAll(bytes());
    return samples;
  }

  static List<Sample> all() {
    List<Sample> samples = new ArrayList<>(flat());
    samples.addAll(nested());
    return samples;
  }

  private static Sample same(ArrowType type, Object... values) {
    return new Sample(column(type), List.of(values), List.of(values));
  }

  private static Sample of(ArrowType type, List<Object> arrow, List<Object> sql) {
    return new Sample(column(type), arrow, sql);
  }

  private static List<Sample> integers() {
    BigInteger max64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    BigInteger half64 = BigInteger.ONE.shiftLeft(63);
    return List.of(
        same(ArrowType.Bool.INSTANCE, true, false, true),
        same(integer(8, true), (byte) 0, Byte.MIN_VALUE, Byte.MAX_VALUE, (byte) -1),
        same(integer(16, true), (short) 0, Short.MIN_VALUE, Short.MAX_VALUE, (short) -1),
        same(integer(32, true), 0, Integer.MIN_VALUE, Integer.MAX_VALUE, -1),
        same(integer(64, true), 0L, Long.MIN_VALUE, Long.MAX_VALUE, -1L),
        same(integer(8, false), (short) 0, (short) 127, (short) 128, (short) 255),
        same(integer(16, false), 0, 32767, 32768, 65535),
        same(integer(32, false), 0L, 2147483647L, 2147483648L, 4294967295L),
        of(
            integer(64, false),
            List.of(BigInteger.ZERO, BigInteger.valueOf(Long.MAX_VALUE), half64, max64),
            List.of(
                decimal("0", 20, 0),
                decimal("9223372036854775807", 20, 0),
                decimal("9223372036854775808", 20, 0),
                decimal("18446744073709551615", 20, 0))),
        decimals(5, 2, "0.00", "999.99", "-999.99", "0.01", "-0.01"),
        decimals(18, 0, "999999999999999999", "-999999999999999999", "0"),
        decimals(18, 18, "0.999999999999999999", "-0.000000000000000001"),
        decimals(19, 4, "999999999999999.9999", "-999999999999999.9999", "0.0000", "-1.0000"),
        decimals(
            38,
            10,
            "9999999999999999999999999999.9999999999",
            "-9999999999999999999999999999.9999999999",
            "0.0000000001",
            "-0.0000000001",
            "922337203685477580.8000000000"),
        decimals(38, 38, "0.99999999999999999999999999999999999999"));
  }

  private static Sample decimals(int precision, int scale, String... values) {
    List<Object> arrow = new ArrayList<>();
    List<Object> sql = new ArrayList<>();
    for (String value : values) {
      arrow.add(new BigDecimal(value));
      sql.add(decimal(value, precision, scale));
    }
    return of(new ArrowType.Decimal(precision, scale, 128), arrow, sql);
  }

  private static DecimalData decimal(String value, int precision, int scale) {
    DecimalData decimal = DecimalData.fromBigDecimal(new BigDecimal(value), precision, scale);
    if (decimal == null) {
      throw new IllegalArgumentException(value);
    }
    return decimal;
  }

  private static List<Sample> floats() {
    return List.of(
        of(
            new ArrowType.FloatingPoint(FloatingPointPrecision.HALF),
            List.of(
                0x0000, 0x8000, 0x3c00, 0xbc00, 0x7bff, 0x0001, 0x03ff, 0x0400, 0x7c00, 0xfc00,
                0x7e00),
            List.of(
                0f,
                -0f,
                1f,
                -1f,
                65504f,
                0x1p-24f,
                0x1.ff8p-15f,
                0x1p-14f,
                Float.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY,
                Float.NaN)),
        same(
            FLOAT32,
            0f,
            -0f,
            1.1f,
            Float.MIN_VALUE,
            Float.MAX_VALUE,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN),
        same(
            FLOAT64,
            0d,
            -0d,
            1.1d,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN));
  }

  private static List<Sample> times() {
    List<Sample> samples = new ArrayList<>();
    samples.add(same(new ArrowType.Date(DateUnit.DAY), 0, -1, 2932896, -719162, 20000));
    samples.add(
        of(new ArrowType.Time(TimeUnit.SECOND, 32), List.of(0, 86399), List.of(0, 86399000)));
    samples.add(same(new ArrowType.Time(TimeUnit.MILLISECOND, 32), 0, 1, 86399999));
    for (String zone : Arrays.asList(null, "UTC", "Europe/Berlin", "+05:30")) {
      samples.addAll(timestamps(zone));
    }
    return samples;
  }

  private static List<Sample> timestamps(@Nullable String zone) {
    // 9999-12-31T23:59:59 and 0001-01-01T00:00:00 in seconds.
    long last = 253402300799L;
    long first = -62135596800L;
    return List.of(
        of(
            new ArrowType.Timestamp(TimeUnit.SECOND, zone),
            List.of(0L, -1L, last, first, Long.MAX_VALUE / 1000),
            List.of(
                millis(0),
                millis(-1000),
                millis(last * 1000),
                millis(first * 1000),
                millis(Long.MAX_VALUE / 1000 * 1000))),
        of(
            new ArrowType.Timestamp(TimeUnit.MILLISECOND, zone),
            List.of(0L, -1L, last * 1000 + 999, first * 1000, Long.MIN_VALUE, Long.MAX_VALUE),
            List.of(
                millis(0),
                millis(-1),
                millis(last * 1000 + 999),
                millis(first * 1000),
                millis(Long.MIN_VALUE),
                millis(Long.MAX_VALUE))),
        of(
            new ArrowType.Timestamp(TimeUnit.MICROSECOND, zone),
            List.of(0L, -1L, 1001L, last * 1_000_000 + 999_999, Long.MIN_VALUE, Long.MAX_VALUE),
            List.of(
                millis(0),
                stamp(-1, 999_000),
                stamp(1, 1_000),
                stamp(last * 1000 + 999, 999_000),
                stamp(-9223372036854776L, 192_000),
                stamp(9223372036854775L, 807_000))),
        of(
            new ArrowType.Timestamp(TimeUnit.NANOSECOND, zone),
            List.of(0L, -1L, 1_000_001L, Long.MIN_VALUE, Long.MAX_VALUE),
            List.of(
                millis(0),
                stamp(-1, 999_999),
                stamp(1, 1),
                stamp(-9223372036855L, 224_192),
                stamp(9223372036854L, 775_807))));
  }

  private static TimestampData millis(long millis) {
    return TimestampData.fromEpochMillis(millis);
  }

  private static TimestampData stamp(long millis, int nanos) {
    return TimestampData.fromEpochMillis(millis, nanos);
  }

  private static List<Sample> bytes() {
    String longText = "grüße 😀 ".repeat(9000);
    List<Object> text = List.of("", "a", "größer", "😀", "line\nbreak\u0000", longText);
    List<Object> strings = text.stream().map(t -> (Object) string((String) t)).toList();
    List<Object> binary = List.of(new byte[0], new byte[] {0}, new byte[] {-1, 0, 127, -128});
    List<Object> fixed =
        List.of(new byte[] {1, 2, 3}, new byte[] {0, 0, 0}, new byte[] {-1, -2, -3});
    return List.of(
        of(ArrowType.Utf8.INSTANCE, text, strings),
        of(ArrowType.LargeUtf8.INSTANCE, text, strings),
        of(ArrowType.Binary.INSTANCE, binary, binary),
        of(ArrowType.LargeBinary.INSTANCE, binary, binary),
        of(new ArrowType.FixedSizeBinary(3), fixed, fixed));
  }

  static StringData string(String text) {
    return StringData.fromString(text);
  }

  private static GenericArrayData array(@Nullable Object... values) {
    return new GenericArrayData(values);
  }

  /** Lists.of that allows null, as one value. */
  static Object list(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static final Field FLOATS =
      column(new ArrowType.FixedSizeList(3), field("item", FLOAT32));
  private static final Field INTS = column(ArrowType.List.INSTANCE, field("item", INT32));
  private static final Field POINT =
      column(
          ArrowType.Struct.INSTANCE,
          field("x", INT32),
          required("y", INT32),
          field("name", ArrowType.Utf8.INSTANCE));
  private static final Field POINTS =
      column(
          ArrowType.List.INSTANCE,
          field(
              "item",
              ArrowType.Struct.INSTANCE,
              field("x", INT32),
              field("s", ArrowType.Utf8.INSTANCE)));
  private static final Field VECTORS =
      column(
          ArrowType.Struct.INSTANCE,
          field("v", new ArrowType.FixedSizeList(2), field("item", FLOAT64)),
          field("n", ArrowType.List.INSTANCE, field("item", ArrowType.Utf8.INSTANCE)));
  private static final Field MAP =
      column(
          new ArrowType.Map(false),
          required(
              "entries",
              ArrowType.Struct.INSTANCE,
              required("key", ArrowType.Utf8.INSTANCE),
              field("value", INT32)));

  private static List<Sample> nested() {
    return List.of(
        new Sample(
            FLOATS,
            List.of(list(1f, 2f, 3f), list(null, -0f, Float.NaN), list(null, null, null)),
            List.of(array(1f, 2f, 3f), array(null, -0f, Float.NaN), array(null, null, null))),
        new Sample(
            INTS,
            List.of(list(), list(1), list(1, null, 3), list((Object) null)),
            List.of(array(), array(1), array(1, null, 3), array((Object) null))),
        new Sample(
            POINT,
            List.of(list(1, 2, "a"), list(null, 5, null), list(3, 4, "")),
            List.of(
                GenericRowData.of(1, 2, string("a")),
                GenericRowData.of(null, 5, null),
                GenericRowData.of(3, 4, string("")))),
        new Sample(
            POINTS,
            List.of(list(), list(list(1, "a"), null, list(null, null)), list((Object) null)),
            List.of(
                array(),
                array(GenericRowData.of(1, string("a")), null, GenericRowData.of(null, null)),
                array((Object) null))),
        new Sample(
            VECTORS,
            List.of(
                list(list(1d, null), list("a", null)),
                list(null, null),
                list(list(-0d, 2d), list())),
            List.of(
                GenericRowData.of(array(1d, null), array(string("a"), null)),
                GenericRowData.of(null, null),
                GenericRowData.of(array(-0d, 2d), array()))),
        new Sample(
            MAP,
            List.of(Map.of(), Map.of("a", 1), Map.of("key", -5)),
            List.of(
                new GenericMapData(Map.of()),
                new GenericMapData(Map.of(string("a"), 1)),
                new GenericMapData(Map.of(string("key"), -5)))));
  }
}
