package dev.lake.lance.columnar;

import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Passes handles on inside a chain, refuses everything else. */
public final class ArrowBatchSerializer extends TypeSerializerSingleton<ArrowBatch> {
  private static final long serialVersionUID = 1L;

  /** For Flink. */
  public ArrowBatchSerializer() {}

  private static UnsupportedOperationException refused() {
    return new UnsupportedOperationException(
        "Arrow batches cannot leave their operator chain: the source and the operators that take"
            + " its batches must be chained.");
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public ArrowBatch createInstance() {
    throw refused();
  }

  /** The same handle: Flink copies between chained operators unless objects are reused. */
  @Override
  public ArrowBatch copy(ArrowBatch from) {
    return from;
  }

  @Override
  public ArrowBatch copy(ArrowBatch from, ArrowBatch reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(ArrowBatch record, DataOutputView target) {
    throw refused();
  }

  @Override
  public ArrowBatch deserialize(DataInputView source) {
    throw refused();
  }

  @Override
  public ArrowBatch deserialize(ArrowBatch reuse, DataInputView source) {
    throw refused();
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) {
    throw refused();
  }

  @Override
  public TypeSerializerSnapshot<ArrowBatch> snapshotConfiguration() {
    return new Snapshot();
  }

  /** For Flink. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<ArrowBatch> {
    /** For Flink. */
    public Snapshot() {
      super(ArrowBatchSerializer::new);
    }
  }
}
