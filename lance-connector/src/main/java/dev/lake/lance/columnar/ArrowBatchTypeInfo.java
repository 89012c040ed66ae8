package dev.lake.lance.columnar;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The type of {@link ArrowBatch}. Its serializer refuses to serialize: a job whose chain is broken
 * fails with a clear message instead of copying vectors field by field through Kryo.
 */
public final class ArrowBatchTypeInfo extends TypeInformation<ArrowBatch> {
  private static final long serialVersionUID = 1L;

  /** The one instance that is needed. */
  public static final ArrowBatchTypeInfo INSTANCE = new ArrowBatchTypeInfo();

  private ArrowBatchTypeInfo() {}

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<ArrowBatch> getTypeClass() {
    return ArrowBatch.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<ArrowBatch> createSerializer(SerializerConfig config) {
    return new ArrowBatchSerializer();
  }

  @Override
  public String toString() {
    return "ArrowBatch";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrowBatchTypeInfo;
  }

  @Override
  public int hashCode() {
    return ArrowBatchTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof ArrowBatchTypeInfo;
  }
}
