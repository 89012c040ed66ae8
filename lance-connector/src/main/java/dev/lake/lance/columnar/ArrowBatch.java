package dev.lake.lance.columnar;

import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A handle on a batch that the source owns. The receiver must sit in the source's operator chain
 * and be done with the batch (or have taken its buffers over) when it returns: the next element
 * frees it.
 */
public final class ArrowBatch {
  private final VectorSchemaRoot root;

  /**
   * A handle.
   *
   * @param root the batch
   */
  public ArrowBatch(VectorSchemaRoot root) {
    this.root = root;
  }

  /** The batch, valid until the next element. */
  public VectorSchemaRoot root() {
    return root;
  }

  /** Rows in the batch. */
  public int rows() {
    return root.getRowCount();
  }
}
