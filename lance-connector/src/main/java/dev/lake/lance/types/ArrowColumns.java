package dev.lake.lance.types;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.types.logical.RowType;

/** Arrow vectors seen as Flink's columns. */
public final class ArrowColumns {
  private ArrowColumns() {}

  /**
   * A view of a batch for {@code ColumnarRowData}. Column i of the row type is vector i of the
   * batch; names are not compared.
   *
   * <p>Cheap: nothing is copied but the bytes of strings, when first asked for. The view is valid
   * until the batch's vectors are loaded anew or closed; strings and binary values taken from it
   * stay valid. Not thread-safe. An opaque column only answers whether a value is null.
   *
   * @throws IllegalArgumentException if the batch has other columns than the row type
   */
  public static VectorizedColumnBatch view(VectorSchemaRoot batch, RowType rows) {
    if (batch.getFieldVectors().size() != rows.getFieldCount()) {
      throw new IllegalArgumentException("The batch has other columns than the row type");
    }
    throw new UnsupportedOperationException();
  }
}
