package dev.lake.lance.types;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RawType;
import org.jspecify.annotations.Nullable;

/**
 * The SQL type of a column that SQL cannot compute with: a RAW type that carries the Arrow type's
 * name and of which no value ever exists.
 */
final class OpaqueType {
  private OpaqueType() {}

  static LogicalType of(String arrowType) {
    return new RawType<>(true, Value.class, new Serializer(arrowType));
  }

  /** The Arrow type's name, or null when {@code type} is not opaque. */
  static @Nullable String arrowType(LogicalType type) {
    if (type instanceof RawType<?> raw && raw.getTypeSerializer() instanceof Serializer opaque) {
      return opaque.arrowType;
    }
    return null;
  }

  /** Has no instance. */
  static final class Value {
    private Value() {}
  }

  /** Refuses every value; exists because a RAW type must name a serializer. */
  static final class Serializer extends TypeSerializer<Value> {
    private static final long serialVersionUID = 1L;

    private final String arrowType;

    Serializer(String arrowType) {
      this.arrowType = arrowType;
    }

    private UnsupportedOperationException refuse() {
      return new UnsupportedOperationException("No value of type " + arrowType + " in SQL");
    }

    @Override
    public boolean isImmutableType() {
      return true;
    }

    @Override
    public TypeSerializer<Value> duplicate() {
      return this;
    }

    @Override
    public Value createInstance() {
      throw refuse();
    }

    @Override
    public Value copy(Value from) {
      throw refuse();
    }

    @Override
    public Value copy(Value from, Value reuse) {
      throw refuse();
    }

    @Override
    public int getLength() {
      return -1;
    }

    @Override
    public void serialize(Value record, DataOutputView target) {
      throw refuse();
    }

    @Override
    public Value deserialize(DataInputView source) {
      throw refuse();
    }

    @Override
    public Value deserialize(Value reuse, DataInputView source) {
      throw refuse();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) {
      throw refuse();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Serializer that && that.arrowType.equals(arrowType);
    }

    @Override
    public int hashCode() {
      return arrowType.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Value> snapshotConfiguration() {
      Snapshot snapshot = new Snapshot();
      snapshot.arrowType = arrowType;
      return snapshot;
    }
  }

  /** The serializer's written form; Flink asks for a public class with a public constructor. */
  public static final class Snapshot implements TypeSerializerSnapshot<Value> {
    private @Nullable String arrowType;

    /** For Flink, which reads the rest from the written form. */
    public Snapshot() {}

    @Override
    public int getCurrentVersion() {
      return 1;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      out.writeUTF(Objects.requireNonNull(arrowType));
    }

    @Override
    public void readSnapshot(int version, DataInputView in, ClassLoader loader) throws IOException {
      arrowType = in.readUTF();
    }

    @Override
    public TypeSerializer<Value> restoreSerializer() {
      return new Serializer(Objects.requireNonNull(arrowType));
    }

    @Override
    public TypeSerializerSchemaCompatibility<Value> resolveSchemaCompatibility(
        TypeSerializerSnapshot<Value> old) {
      if (old instanceof Snapshot that && Objects.equals(that.arrowType, arrowType)) {
        return TypeSerializerSchemaCompatibility.compatibleAsIs();
      }
      return TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
