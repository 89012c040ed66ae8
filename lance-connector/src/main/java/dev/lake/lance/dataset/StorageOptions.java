package dev.lake.lance.dataset;

import java.util.Map;

/**
 * The options (endpoint, region, credentials) with which the native library opens a location. An
 * implementation is thread-safe and quick: it is asked once for every opening.
 */
@FunctionalInterface
public interface StorageOptions {
  /** No options: local files, or an object store configured by the environment. */
  StorageOptions NONE = location -> Map.of();

  /**
   * The options for one location.
   *
   * @param location the dataset's location, for example {@code s3://bucket/table.lance}
   */
  Map<String, String> of(String location);
}
