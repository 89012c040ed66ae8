package dev.lake.jobs.sql;

import dev.lake.lance.dataset.DatasetException;
import dev.lake.protocol.ErrorCode;
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
    return new LakeException(
        code(failure.kind()), failure, "%s: %s", label, String.valueOf(failure.getMessage()));
  }

  private static ErrorCode code(DatasetException.Kind kind) {
    return switch (kind) {
      case MISSING, UNREADABLE -> ErrorCode.DATASET_UNREADABLE;
      case VERSION_GONE -> ErrorCode.VERSION_GONE;
      case CHANGED -> ErrorCode.DATASET_CHANGED;
      case FORMAT_TOO_NEW -> ErrorCode.DATASET_FORMAT_TOO_NEW;
      case OUTSIDE_FILES -> ErrorCode.LOCATION_NOT_ALLOWED;
      case UNSUPPORTED_FEATURE -> ErrorCode.UNSUPPORTED_FEATURE;
      case UNAVAILABLE -> ErrorCode.SOURCE_UNAVAILABLE;
      case BAD_FILTER -> ErrorCode.INTERNAL;
      case TOO_LARGE -> ErrorCode.RESULT_TOO_LARGE;
    };
  }
}
