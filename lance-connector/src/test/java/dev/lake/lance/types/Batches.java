package dev.lake.lance.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Batches made by Arrow's own setters: what our views and writers are held against. Lists are
 * {@link List}, structs are {@link List} of their children's values, maps are {@link Map}.
 */
final class Batches {
  private Batches() {}

  static VectorSchemaRoot of(BufferAllocator allocator, Field field, List<?> values) {
    VectorSchemaRoot batch = VectorSchemaRoot.create(new Schema(List.of(field)), allocator);
    FieldVector vector = batch.getVector(0);
    vector.allocateNew();
    for (int i = 0; i < values.size(); i++) {
      set(vector, i, values.get(i));
    }
    batch.setRowCount(values.size());
    return batch;
  }

  static void set(FieldVector vector, int i, @Nullable Object value) {
    if (value == null) {
      setNull(vector, i);
    } else if (vector instanceof BaseFixedWidthVector) {
      setFixed(vector, i, value);
    } else if (vector instanceof StructVector struct) {
      struct.setIndexDefined(i);
      List<?> values = (List<?>) value;
      for (int child = 0; child < values.size(); child++) {
        set(struct.getChildrenFromFields().get(child), i, values.get(child));
      }
    } else if (vector instanceof FixedSizeListVector list) {
      List<?> values = (List<?>) value;
      list.startNewValue(i);
      for (int k = 0; k < values.size(); k++) {
        set(list.getDataVector(), i * list.getListSize() + k, values.get(k));
      }
    } else if (vector instanceof ListVector list) {
      List<?> values =
          value instanceof Map<?, ?> map
              ? map.entrySet().stream().map(e -> Arrays.asList(e.getKey(), e.getValue())).toList()
              : (List<?>) value;
      int from = list.startNewValue(i);
      for (int k = 0; k < values.size(); k++) {
        set(list.getDataVector(), from + k, values.get(k));
      }
      list.endValue(i, values.size());
    } else {
      setBytes(vector, i, value);
    }
  }

  private static void setNull(FieldVector vector, int i) {
    if (vector instanceof NullVector) {
      return;
    }
    while (vector.getValueCapacity() <= i) {
      vector.reAlloc();
    }
    vector.setNull(i);
    if (vector instanceof StructVector struct) {
      // A child that is never null has some value below a null struct: Lance insists.
      struct
          .getChildrenFromFields()
          .forEach(child -> set(child, i, child.getField().isNullable() ? null : (Integer) 0));
    } else if (vector instanceof FixedSizeListVector list) {
      for (int k = 0; k < list.getListSize(); k++) {
        setNull(list.getDataVector(), i * list.getListSize() + k);
      }
    }
  }

  private static void setBytes(FieldVector vector, int i, Object value) {
    byte[] bytes =
        value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    if (vector instanceof VarCharVector v) {
      v.setSafe(i, bytes);
    } else if (vector instanceof LargeVarCharVector v) {
      v.setSafe(i, bytes);
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(i, bytes);
    } else {
      ((LargeVarBinaryVector) vector).setSafe(i, bytes);
    }
  }

  private static void setFixed(FieldVector vector, int i, Object value) {
    if (vector instanceof BitVector v) {
      v.setSafe(i, (Boolean) value ? 1 : 0);
    } else if (vector instanceof DecimalVector v) {
      v.setSafe(i, (BigDecimal) value);
    } else if (vector instanceof FixedSizeBinaryVector v) {
      v.setSafe(i, (byte[]) value);
    } else if (vector instanceof Float2Vector v) {
      v.setSafe(i, ((Number) value).shortValue());
    } else if (vector instanceof Float4Vector v) {
      v.setSafe(i, (Float) value);
    } else if (vector instanceof Float8Vector v) {
      v.setSafe(i, (Double) value);
    } else if (vector instanceof UInt8Vector v) {
      v.setSafe(i, ((BigInteger) value).longValue());
    } else {
      setInteger(vector, i, ((Number) value).longValue());
    }
  }

  private static void setInteger(FieldVector vector, int i, long value) {
    int narrow = (int) value;
    if (vector instanceof TinyIntVector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof SmallIntVector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof IntVector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(i, value);
    } else if (vector instanceof UInt1Vector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof UInt2Vector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof UInt4Vector v) {
      v.setSafe(i, narrow);
    } else {
      setTemporal(vector, i, value);
    }
  }

  private static void setTemporal(FieldVector vector, int i, long value) {
    int narrow = (int) value;
    if (vector instanceof DateDayVector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof TimeSecVector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof TimeMilliVector v) {
      v.setSafe(i, narrow);
    } else if (vector instanceof DurationVector v) {
      v.setSafe(i, value);
    } else {
      ((TimeStampVector) vector).setSafe(i, value);
    }
  }
}
