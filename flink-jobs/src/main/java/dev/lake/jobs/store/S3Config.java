package dev.lake.jobs.store;

import java.net.URI;

/**
 * Where the result bucket is and how to speak to it.
 *
 * @param endpoint of the service
 * @param region a name; stores that know none take any
 * @param accessKey the key's public half
 * @param secretKey its secret half; never printed
 * @param bucket must exist
 * @param prefix empty, or a key prefix ending in a slash that stays out of every key
 * @param pathStyle whether the bucket's name goes into the path instead of the host
 * @param checksums when the client sends checksums of its own
 */
public record S3Config(
    URI endpoint,
    String region,
    String accessKey,
    String secretKey,
    String bucket,
    String prefix,
    boolean pathStyle,
    Checksums checksums) {

  /**
   * Some stores refuse the trailers that the client sends by default, so this is always explicit.
   */
  public enum Checksums {
    /** With every request that can carry one. */
    WHEN_SUPPORTED,
    /** Only where the protocol demands one. */
    WHEN_REQUIRED
  }

  /** Checks bucket and prefix. */
  public S3Config {
    if (bucket.isBlank() || region.isBlank() || accessKey.isBlank() || secretKey.isBlank()) {
      throw new IllegalArgumentException("bucket, region, access key and secret key must be set");
    }
    if (!prefix.isEmpty() && !prefix.endsWith("/")) {
      throw new IllegalArgumentException("the prefix must be empty or end in a slash");
    }
    ObjectKey.checkedPrefix(prefix);
  }

  @Override
  public String toString() {
    return "S3Config[bucket and credentials withheld]";
  }
}
