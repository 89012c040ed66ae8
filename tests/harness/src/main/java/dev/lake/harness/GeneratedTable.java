package dev.lake.harness;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** A table whose rows follow from their numbers. */
interface GeneratedTable {

  Schema schema();

  /** Writes row number {@code row} of the table at {@code position} of the batch. */
  void fill(VectorSchemaRoot batch, int position, long row);
}
