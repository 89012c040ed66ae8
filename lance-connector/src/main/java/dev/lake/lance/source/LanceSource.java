package dev.lake.lance.source;

import dev.lake.lance.columnar.ArrowBatch;
import dev.lake.lance.columnar.ArrowBatchTypeInfo;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.source.enumerator.LanceEnumerator;
import dev.lake.lance.source.enumerator.PendingSplits;
import dev.lake.lance.source.enumerator.PendingSplitsSerializer;
import dev.lake.lance.source.reader.BatchEmitter;
import dev.lake.lance.source.reader.LanceReader;
import dev.lake.lance.source.split.LanceSplit;
import dev.lake.lance.source.split.LanceSplitSerializer;
import dev.lake.lance.types.ArrowTypes;
import java.io.Serializable;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/**
 * A bounded source over one scan. The enumerator and every reader check the pinned version and
 * incarnation themselves before they read.
 *
 * <p>A scan without filter and limit, or with a limit alone, is divided into row ranges of
 * fragments; with a filter, into fragments; with a filter and a limit it is one split, because only
 * one reader can know when the limit is reached. Whatever the parallelism, a limit is exact.
 *
 * <p>Reading happens in the task's own thread, one batch for each poll: a task answers its mailbox
 * between batches. The next batch is read ahead by the native library meanwhile.
 *
 * @param <T> what it emits
 */
public final class LanceSource<T>
    implements Source<T, LanceSplit, PendingSplits>, ResultTypeQueryable<T> {
  private static final long serialVersionUID = 1L;

  private final ScanSpec spec;
  private final TypeInformation<T> type;
  private final EmitterFactory<T> emitters;

  private LanceSource(ScanSpec spec, TypeInformation<T> type, EmitterFactory<T> emitters) {
    this.spec = spec;
    this.type = type;
    this.emitters = emitters;
  }

  @FunctionalInterface
  private interface EmitterFactory<T> extends Serializable {
    BatchEmitter<T> create();
  }

  /**
   * Rows that look into the batch: a row is valid until the next one is emitted.
   *
   * @param spec the scan
   * @param rows names and types of the scan's columns, in its order; opaque columns, of which the
   *     scan knows nothing, may stand among them and are null
   */
  public static LanceSource<RowData> rows(ScanSpec spec, RowType rows) {
    List<String> read =
        rows.getFields().stream()
            .filter(field -> !ArrowTypes.opaque(field.getType()))
            .map(RowType.RowField::getName)
            .toList();
    if (!read.equals(spec.columns())) {
      throw new IllegalArgumentException("The row type and the scan name different columns.");
    }
    return new LanceSource<>(spec, InternalTypeInfo.of(rows), () -> BatchEmitter.rows(rows));
  }

  /**
   * Whole batches, for an operator chained to the source.
   *
   * @param spec the scan
   */
  public static LanceSource<ArrowBatch> batches(ScanSpec spec) {
    return new LanceSource<>(spec, ArrowBatchTypeInfo.INSTANCE, BatchEmitter::batches);
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SplitEnumerator<LanceSplit, PendingSplits> createEnumerator(
      SplitEnumeratorContext<LanceSplit> context) {
    return LanceEnumerator.start(spec, context);
  }

  @Override
  public SplitEnumerator<LanceSplit, PendingSplits> restoreEnumerator(
      SplitEnumeratorContext<LanceSplit> context, PendingSplits pending) {
    return LanceEnumerator.restore(spec, context, pending);
  }

  @Override
  public SourceReader<T, LanceSplit> createReader(SourceReaderContext context) {
    return new LanceReader<>(spec, context, emitters.create());
  }

  @Override
  public SimpleVersionedSerializer<LanceSplit> getSplitSerializer() {
    return LanceSplitSerializer.INSTANCE;
  }

  @Override
  public SimpleVersionedSerializer<PendingSplits> getEnumeratorCheckpointSerializer() {
    return PendingSplitsSerializer.INSTANCE;
  }

  @Override
  public TypeInformation<T> getProducedType() {
    return type;
  }
}
