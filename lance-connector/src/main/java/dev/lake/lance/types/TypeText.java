package dev.lake.lance.types;

import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;

/** Arrow types in words, spelled as pyarrow spells them. */
final class TypeText {
  static final int LONGEST = 200;

  private TypeText() {}

  static String of(Field field) {
    return Names.shorten(whole(field), LONGEST);
  }

  private static String whole(Field field) {
    DictionaryEncoding dictionary = field.getDictionary();
    return dictionary == null ? plain(field) : "dictionary<" + plain(field) + ">";
  }

  private static String plain(Field field) {
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case Null -> "null";
      case Bool -> "bool";
      case Int -> {
        ArrowType.Int integer = (ArrowType.Int) type;
        yield (integer.getIsSigned() ? "int" : "uint") + integer.getBitWidth();
      }
      case FloatingPoint ->
          switch (((ArrowType.FloatingPoint) type).getPrecision()) {
            case HALF -> "float16";
            case SINGLE -> "float32";
            case DOUBLE -> "float64";
          };
      case Decimal -> {
        ArrowType.Decimal decimal = (ArrowType.Decimal) type;
        yield "decimal%d(%d, %d)"
            .formatted(decimal.getBitWidth(), decimal.getPrecision(), decimal.getScale());
      }
      case Utf8 -> "utf8";
      case LargeUtf8 -> "large_utf8";
      case Utf8View -> "utf8_view";
      case Binary -> "binary";
      case LargeBinary -> "large_binary";
      case BinaryView -> "binary_view";
      case FixedSizeBinary ->
          "fixed_size_binary[" + ((ArrowType.FixedSizeBinary) type).getByteWidth() + "]";
      case Date, Time, Timestamp, Duration, Interval -> temporal(type);
      default -> nested(field);
    };
  }

  private static String temporal(ArrowType type) {
    return switch (type.getTypeID()) {
      case Date ->
          switch (((ArrowType.Date) type).getUnit()) {
            case DAY -> "date32";
            case MILLISECOND -> "date64";
          };
      case Time -> {
        ArrowType.Time time = (ArrowType.Time) type;
        yield "time%d[%s]".formatted(time.getBitWidth(), Units.abbreviation(time.getUnit()));
      }
      case Timestamp -> {
        ArrowType.Timestamp stamp = (ArrowType.Timestamp) type;
        String zone = stamp.getTimezone() == null ? "" : ", " + stamp.getTimezone();
        yield "timestamp[" + Units.abbreviation(stamp.getUnit()) + zone + "]";
      }
      case Duration ->
          "duration[" + Units.abbreviation(((ArrowType.Duration) type).getUnit()) + "]";
      default ->
          "interval[" + ((ArrowType.Interval) type).getUnit().name().toLowerCase(Locale.ROOT) + "]";
    };
  }

  private static String nested(Field field) {
    ArrowType type = field.getType();
    return switch (type.getTypeID()) {
      case List -> "list<" + children(field) + ">";
      case LargeList -> "large_list<" + children(field) + ">";
      case ListView -> "list_view<" + children(field) + ">";
      case LargeListView -> "large_list_view<" + children(field) + ">";
      case FixedSizeList ->
          "fixed_size_list<%s>[%d]"
              .formatted(children(field), ((ArrowType.FixedSizeList) type).getListSize());
      case Struct -> "struct<" + children(field) + ">";
      case Map -> "map<" + children(field.getChildren().get(0)) + ">";
      case Union ->
          (((ArrowType.Union) type).getMode() == UnionMode.Dense ? "dense" : "sparse")
              + "_union<"
              + children(field)
              + ">";
      case RunEndEncoded -> "run_end_encoded<" + children(field) + ">";
      default ->
          type instanceof ArrowType.ExtensionType extension
              ? "extension<" + extension.extensionName() + ">"
              : type.toString();
    };
  }

  private static String children(Field field) {
    return field.getChildren().stream()
        .map(
            child ->
                Names.own(child.getName())
                    + ": "
                    + whole(child)
                    + (child.isNullable() ? "" : " not null"))
        .collect(Collectors.joining(", "));
  }
}
