package dev.lake.frontend.app.config;

import java.util.List;
import java.util.Optional;

/**
 * Where tables may lie.
 *
 * @param allow roots: {@code s3://bucket[/prefix]} or absolute directories; {@code --tables} adds
 *     its own
 * @param external the S3 service of all {@code s3://} locations; empty: the embedded object store
 */
public record SourceSettings(List<String> allow, Optional<StoreSettings.S3Service> external) {
  /** Copies the roots. */
  public SourceSettings {
    allow = List.copyOf(allow);
  }
}
