package dev.lake.jobs.sql;

import dev.lake.lance.dataset.DatasetException;
import dev.lake.protocol.LakeException;

/** The one translation of the connector's failures into lake's. */
public final class DatasetErrors {

  private DatasetErrors() {}

  /**
   * The failure of a dataset, told of a table.
   *
   * @param label the table's name, or what else the caller may know of it; never a location
   */
  public static LakeException toLake(DatasetException failure, String label) {
    throw new UnsupportedOperationException();
  }
}
