package dev.lake.client.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON: numbers and booleans as themselves, NaN and infinities as text, the rest as text.
 */
final class JsonCells {
  private JsonCells() {}

  static void write(JsonGenerator json, FieldVector column, int row) throws IOException {
    if (column.isNull(row)) {
      json.writeNull();
      return;
    }
    ArrowType type = column.getField().getType();
    if (type.isComplex()) {
      value(json, column.getObject(row));
      return;
    }
    switch (type.getTypeID()) {
      case Bool -> json.writeBoolean(Boolean.TRUE.equals(column.getObject(row)));
      case Int, Decimal, FloatingPoint -> number(json, CellText.of(column, row));
      default -> json.writeString(CellText.of(column, row));
    }
  }

  private static void number(JsonGenerator json, String text) throws IOException {
    if (text.equals("NaN") || text.endsWith("Infinity")) {
      json.writeString(text);
      return;
    }
    json.writeNumber(text);
  }

  /** What a list or struct holds, as Arrow's Java objects. */
  private static void value(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        value(json, element);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        value(json, entry.getValue());
      }
      json.writeEndObject();
    } else {
      scalar(json, value);
    }
  }

  private static void scalar(JsonGenerator json, Object value) throws IOException {
    if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (value instanceof Number) {
      number(json, String.valueOf(value));
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else {
      json.writeString(String.valueOf(value));
    }
  }
}
