package dev.lake.lance.table;

import dev.lake.lance.dataset.Predicate.Literal;
import dev.lake.lance.dataset.Predicate.Literal.BooleanValue;
import dev.lake.lance.dataset.Predicate.Literal.DateValue;
import dev.lake.lance.dataset.Predicate.Literal.DecimalValue;
import dev.lake.lance.dataset.Predicate.Literal.IntegerValue;
import dev.lake.lance.dataset.Predicate.Literal.TextValue;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Optional;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;

/** Literals as values of a column's own type; none where that type does not hold them exactly. */
final class LiteralConversion {
  private LiteralConversion() {}

  static Optional<Literal> convert(Field column, ValueLiteralExpression value) {
    LogicalType type = value.getOutputDataType().getLogicalType();
    if (value.isNull()) {
      return Optional.empty();
    }
    ArrowType target = column.getType();
    if (target instanceof ArrowType.Int integer && integer.getIsSigned()) {
      return integer(integer.getBitWidth(), type, value);
    }
    if (target instanceof ArrowType.Utf8 || target instanceof ArrowType.LargeUtf8) {
      return text(type, value);
    }
    if (target instanceof ArrowType.Date date && date.getUnit() == DateUnit.DAY) {
      return day(type, value);
    }
    if (target instanceof ArrowType.Bool) {
      return value.getValueAs(Boolean.class).map(BooleanValue::new);
    }
    if (target instanceof ArrowType.Decimal decimal && decimal.getBitWidth() == 128) {
      return decimal(decimal, type, value);
    }
    return Optional.empty();
  }

  private static Optional<Literal> text(LogicalType type, ValueLiteralExpression value) {
    return type.is(LogicalTypeFamily.CHARACTER_STRING)
        ? value.getValueAs(String.class).filter(LiteralConversion::unpadded).map(TextValue::new)
        : Optional.empty();
  }

  private static Optional<Literal> day(LogicalType type, ValueLiteralExpression value) {
    return type.is(LogicalTypeRoot.DATE)
        ? value.getValueAs(LocalDate.class).map(DateValue::new)
        : Optional.empty();
  }

  /** Flink takes trailing blanks of a CHAR literal for padding, Lance takes them for text. */
  private static boolean unpadded(String text) {
    return !text.endsWith(" ");
  }

  private static Optional<Literal> integer(
      int bits, LogicalType type, ValueLiteralExpression value) {
    if (!type.is(LogicalTypeFamily.INTEGER_NUMERIC)) {
      return Optional.empty();
    }
    long most = Long.MAX_VALUE >> (Long.SIZE - bits);
    return value
        .getValueAs(BigDecimal.class)
        .map(BigDecimal::longValueExact)
        .filter(number -> number >= -most - 1 && number <= most)
        .map(IntegerValue::new);
  }

  private static Optional<Literal> decimal(
      ArrowType.Decimal target, LogicalType type, ValueLiteralExpression value) {
    if (!type.is(LogicalTypeFamily.EXACT_NUMERIC)) {
      return Optional.empty();
    }
    return value
        .getValueAs(BigDecimal.class)
        .map(LiteralConversion::shortest)
        .filter(number -> fits(target, number))
        .map(number -> new DecimalValue(number, target.getPrecision(), target.getScale()));
  }

  private static BigDecimal shortest(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static boolean fits(ArrowType.Decimal target, BigDecimal number) {
    return target.getScale() >= 0
        && number.scale() <= target.getScale()
        && number.precision() - number.scale() <= target.getPrecision() - target.getScale();
  }
}
