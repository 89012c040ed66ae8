package dev.lake.jobs.store;

import java.io.ByteArrayInputStream;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Builds the one kind of client that lake uses. Region, keys, checksums and route come from the
 * configuration alone: no profile file, no proxy variable, no instance metadata.
 */
final class S3Clients {
  static final int MAX_CONNECTIONS = 128;
  private static final int MAX_ATTEMPTS = 10;

  private S3Clients() {}

  static S3Client build(S3Config config) {
    boolean always = config.checksums() == S3Config.Checksums.WHEN_SUPPORTED;
    return S3Client.builder()
        .endpointOverride(config.endpoint())
        .region(Region.of(config.region()))
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(config.accessKey(), config.secretKey())))
        .forcePathStyle(config.pathStyle())
        .requestChecksumCalculation(
            always
                ? RequestChecksumCalculation.WHEN_SUPPORTED
                : RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(
            always
                ? ResponseChecksumValidation.WHEN_SUPPORTED
                : ResponseChecksumValidation.WHEN_REQUIRED)
        .disableS3ExpressSessionAuth(true)
        .httpClientBuilder(http())
        .overrideConfiguration(behaviour())
        .build();
  }

  private static Apache5HttpClient.Builder http() {
    return Apache5HttpClient.builder()
        .maxConnections(MAX_CONNECTIONS)
        .connectionTimeout(Duration.ofSeconds(5))
        .connectionAcquisitionTimeout(Duration.ofSeconds(10))
        .socketTimeout(Duration.ofSeconds(30))
        .tcpKeepAlive(true)
        .proxyConfiguration(
            ProxyConfiguration.builder()
                .useSystemPropertyValues(false)
                .useEnvironmentVariableValues(false)
                .build());
  }

  private static ClientOverrideConfiguration behaviour() {
    ProfileFile none =
        ProfileFile.builder()
            .content(new ByteArrayInputStream(new byte[0]))
            .type(ProfileFile.Type.CONFIGURATION)
            .build();
    // Half a minute of SlowDown must not end a query, so the number of tries is the bound here,
    // beside the time-out of each call, and not a budget of tokens that all uploads share.
    StandardRetryStrategy retries =
        StandardRetryStrategy.builder()
            .maxAttempts(MAX_ATTEMPTS)
            .circuitBreakerEnabled(false)
            .backoffStrategy(
                BackoffStrategy.exponentialDelayHalfJitter(
                    Duration.ofMillis(100), Duration.ofSeconds(10)))
            .throttlingBackoffStrategy(
                BackoffStrategy.exponentialDelayHalfJitter(
                    Duration.ofMillis(500), Duration.ofSeconds(10)))
            .build();
    return ClientOverrideConfiguration.builder()
        .defaultProfileFile(none)
        .retryStrategy(retries)
        .apiCallAttemptTimeout(Duration.ofSeconds(60))
        .apiCallTimeout(Duration.ofSeconds(90))
        .build();
  }
}
