package dev.lake.frontend.app.config;

import dev.lake.jobs.store.S3Config;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where results are kept.
 *
 * @param directory a local directory instead of a bucket
 * @param external an S3 service; without it and a directory: the embedded object store
 * @param bucket must exist in an external service
 * @param prefix below which all keys lie; empty or ending in a slash
 * @param checksums when the client sends checksums of its own
 */
public record StoreSettings(
    Optional<Path> directory,
    Optional<S3Service> external,
    String bucket,
    String prefix,
    S3Config.Checksums checksums) {

  /**
   * A service that speaks S3.
   *
   * @param endpoint its URL
   * @param region a name; services that know none take any
   * @param credentialsFile two lines: access key, secret key
   * @param pathStyle whether the bucket's name goes into the path instead of the host
   */
  public record S3Service(
      String endpoint, String region, Path credentialsFile, boolean pathStyle) {}
}
