package dev.lake.protocol;

/** What a materialized part is. */
public enum ResultFormat {
  /** One Arrow IPC stream, uncompressed. */
  ARROW_IPC,
  /** One Parquet file. */
  PARQUET
}
