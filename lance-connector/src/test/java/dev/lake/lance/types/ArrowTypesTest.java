package dev.lake.lance.types;

import static dev.lake.lance.types.Samples.INT32;
import static dev.lake.lance.types.Samples.column;
import static dev.lake.lance.types.Samples.field;
import static dev.lake.lance.types.Samples.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ArrowTypesTest {
  private static final Field MICROS = field("at", new ArrowType.Time(TimeUnit.MICROSECOND, 64));

  @Test
  @DisplayName("I1: every top-level column is nullable, nested nullability is the table's")
  void nullability() {
    Field list = required("l", ArrowType.List.INSTANCE, required("item", INT32));

    LogicalType type = ArrowTypes.toFlink(list);

    assertThat(type).isEqualTo(new ArrayType(true, new IntType(false)));
    assertThat(ArrowTypes.toArrow("l", type.copy(false)))
        .isEqualTo(field("l", ArrowType.List.INSTANCE, required("item", INT32)));
  }

  @Test
  void aTableWithAColumnThatSqlCannotUseKeepsTheRest() {
    RowType rows = ArrowTypes.rowType(new Schema(List.of(field("n", INT32), MICROS)));

    assertThat(rows.getTypeAt(0)).isEqualTo(new IntType(true));
    assertThat(ArrowTypes.opaque(rows.getTypeAt(0))).isFalse();
    assertThat(ArrowTypes.opaque(rows.getTypeAt(1))).isTrue();
    assertThat(rows.getTypeAt(1).isNullable()).isTrue();
    assertThat(ArrowTypes.opaqueName(rows.getTypeAt(1))).contains("time64[us]");
    assertThat(ArrowTypes.opaqueName(rows.getTypeAt(0))).isEmpty();
  }

  @Test
  void opaqueTypesSurviveSerialization() throws Exception {
    RawType<?> type = (RawType<?>) ArrowTypes.opaque(MICROS);

    assertThat(InstantiationUtil.clone(type)).isEqualTo(type);
    assertThat(
            RawType.restore(
                type.getClass().getClassLoader(),
                type.getOriginatingClass().getName(),
                type.getSerializerString()))
        .isEqualTo(type);
    assertThat(type).isNotEqualTo(ArrowTypes.opaque(column(ArrowType.Null.INSTANCE)));
  }

  @Test
  void unsupportedTypesAreNamedByPath() {
    Field column = field("outer", ArrowType.Struct.INSTANCE, MICROS);

    assertThatThrownBy(() -> ArrowTypes.toFlink(column))
        .isInstanceOfSatisfying(
            UnsupportedArrowTypeException.class,
            e -> {
              assertThat(e.column()).isEqualTo("outer.at");
              assertThat(e.type()).isEqualTo("time64[us]");
            })
        .hasMessage("Column 'outer.at' has type time64[us], which SQL cannot compute with");
  }

  @Test
  void messagesStayShort() {
    Field column = field("x".repeat(5000), new ArrowType.Time(TimeUnit.NANOSECOND, 64));
    assertThatThrownBy(() -> ArrowTypes.toFlink(column)).message().hasSizeLessThan(300);

    Field wide =
        field(
            "w",
            ArrowType.Struct.INSTANCE,
            IntStream.range(0, 500)
                .mapToObj(i -> field("column-😀-" + i, INT32))
                .toArray(Field[]::new));
    assertThat(ArrowTypes.describe(wide)).hasSizeLessThanOrEqualTo(200).endsWith("…");
  }

  @Test
  void structsThatARowCannotHoldAreOpaque() {
    assertThat(ArrowTypes.supported(field("s", ArrowType.Struct.INSTANCE))).isFalse();
    assertThat(
            ArrowTypes.supported(
                field("s", ArrowType.Struct.INSTANCE, field("a", INT32), field("a", INT32))))
        .isFalse();
    assertThat(ArrowTypes.supported(field("s", ArrowType.Struct.INSTANCE, field(" ", INT32))))
        .isFalse();
  }

  @Test
  void legacyBlobsAreOpaqueSinceTheirScanHoldsNoBytes() {
    FieldType blob =
        new FieldType(
            true, ArrowType.LargeBinary.INSTANCE, null, Map.of("lance-encoding:blob", "true"));
    assertThat(ArrowTypes.supported(new Field("b", blob, List.of()))).isFalse();
  }

  @Test
  void unsupportedSqlTypesAreNamedByPath() {
    RowType type = RowType.of(new LogicalType[] {ArrowTypes.opaque(MICROS)}, new String[] {"f"});
    assertThatThrownBy(() -> ArrowTypes.toArrow("c", type))
        .isInstanceOf(UnsupportedArrowTypeException.class)
        .hasMessageContaining("'c.f'");
    assertThat(ArrowTypes.toArrow("n", new BigIntType(false)).isNullable()).isTrue();
  }
}
