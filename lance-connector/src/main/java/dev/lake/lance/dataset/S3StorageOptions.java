package dev.lake.lance.dataset;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Options of an S3 endpoint. Locations that do not start with {@code s3://} get none, so that a
 * credential is never handed to another store.
 *
 * @param endpoint the endpoint's URL; empty means the region's own
 * @param region the region's name
 * @param accessKey the access key
 * @param secretKey the secret key
 * @param sessionToken the session token of temporary credentials
 */
public record S3StorageOptions(
    Optional<String> endpoint,
    String region,
    String accessKey,
    String secretKey,
    Optional<String> sessionToken)
    implements StorageOptions {
  /** The library's own defaults (10 times, 180 s) keep a caller waiting for minutes. */
  private static final String RETRIES = "4";

  private static final String RETRY_SECONDS = "30";

  /** Checks that no part is blank. */
  public S3StorageOptions {
    require(endpoint.map(e -> !e.isBlank()).orElse(true), "endpoint");
    require(!region.isBlank(), "region");
    require(!accessKey.isBlank(), "access key");
    require(!secretKey.isBlank(), "secret key");
    require(sessionToken.map(t -> !t.isBlank()).orElse(true), "session token");
  }

  private static void require(boolean present, String name) {
    if (!present) {
      throw new IllegalArgumentException("The S3 " + name + " must not be blank.");
    }
  }

  @Override
  public Map<String, String> of(String location) {
    if (!location.startsWith("s3://")) {
      return Map.of();
    }
    Map<String, String> options = new HashMap<>();
    options.put("aws_access_key_id", accessKey);
    options.put("aws_secret_access_key", secretKey);
    options.put("aws_region", region);
    options.put("client_max_retries", RETRIES);
    options.put("client_retry_timeout", RETRY_SECONDS);
    sessionToken.ifPresent(token -> options.put("aws_session_token", token));
    endpoint.ifPresent(
        url -> {
          options.put("aws_endpoint", url);
          options.put("allow_http", Boolean.toString(url.startsWith("http://")));
        });
    return Map.copyOf(options);
  }

  /** The endpoint and the region only. */
  @Override
  public String toString() {
    return "S3StorageOptions[endpoint=" + endpoint.orElse("-") + ", region=" + region + "]";
  }
}
