package dev.lake.lance.dataset;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scan of one pinned version. It carries no credential, only the name of a storage profile.
 *
 * @param location where the dataset is
 * @param version the pinned version
 * @param incarnation the pinned incarnation, see {@link DatasetDescription}
 * @param columns top-level columns in the order wanted; may be empty (only rows are counted)
 * @param filter rows to keep; null for all
 * @param limit rows to give at most, after the filter; {@link #NO_LIMIT} for all
 * @param batchRows rows in a batch at most, from 1
 * @param storageProfile a name in {@link StorageProfiles}
 */
public record ScanSpec(
    String location,
    long version,
    String incarnation,
    List<String> columns,
    @Nullable Predicate filter,
    long limit,
    int batchRows,
    String storageProfile)
    implements Serializable {
  /** Every row. */
  public static final long NO_LIMIT = -1;

  /** Rows in a batch where nothing else is known; larger batches were not faster. */
  public static final int DEFAULT_BATCH_ROWS = 8192;

  /** Checks ranges and that no column is named twice. */
  public ScanSpec {
    columns = List.copyOf(columns);
    if (location.isBlank() || incarnation.isBlank() || storageProfile.isBlank()) {
      throw new IllegalArgumentException("A scan needs a location, an incarnation and a profile.");
    }
    if (version < 1 || limit < NO_LIMIT || batchRows < 1) {
      throw new IllegalArgumentException("The version, limit or batch size is out of range.");
    }
    if (new HashSet<>(columns).size() != columns.size()) {
      throw new IllegalArgumentException("A scan names each column once.");
    }
  }

  /** Without the location and the filter's literals, which are not for logs. */
  @Override
  public String toString() {
    return "ScanSpec[version=%d, columns=%d, filtered=%s, limit=%d]"
        .formatted(version, columns.size(), filter != null, limit);
  }
}
