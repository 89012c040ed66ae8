package dev.lake.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the real S3Proxy, with and without checksums of the client's own. */
class ObjectStoreITCase {
  @TempDir private static Path directory;
  private static S3ProxyProcess proxy;
  private static S3ObjectStore always;
  private static S3ObjectStore required;

  @BeforeAll
  static void start() {
    proxy = S3ProxyProcess.start(directory);
    always = new S3ObjectStore(proxy.config("", S3Config.Checksums.WHEN_SUPPORTED));
    required = new S3ObjectStore(proxy.config("root/of/lake/", S3Config.Checksums.WHEN_REQUIRED));
  }

  @AfterAll
  static void stop() {
    always.close();
    required.close();
    proxy.close();
  }

  @Nested
  @DisplayName("D7: with checksums always, at the bucket's root")
  class WithChecksums implements ObjectStoreContract {
    private final String folder = UUID.randomUUID().toString();

    @Override
    public ObjectStore store() {
      return always;
    }

    @Override
    public String key(String name) {
      return folder + "/" + name;
    }
  }

  @Nested
  @DisplayName("D7: with checksums where required, below a prefix")
  class WithoutChecksums implements ObjectStoreContract {
    private final String folder = UUID.randomUUID().toString();

    @Override
    public ObjectStore store() {
      return required;
    }

    @Override
    public String key(String name) {
      return folder + "/" + name;
    }
  }

  @Test
  void wrongKeysAreRejectedAndNotShown() {
    S3Config good = proxy.config("", S3Config.Checksums.WHEN_REQUIRED);
    S3Config bad =
        new S3Config(
            good.endpoint(),
            good.region(),
            good.accessKey(),
            "not-the-secret",
            good.bucket(),
            "",
            true,
            S3Config.Checksums.WHEN_REQUIRED);
    try (S3ObjectStore store = new S3ObjectStore(bad)) {
      assertThatExceptionOfType(LakeException.class)
          .isThrownBy(() -> store.createExclusively("tenant/secret-key", new byte[1]))
          .matches(e -> e.code() == ErrorCode.STORE_REJECTED)
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .doesNotContain("tenant", "secret", "127.0.0.1", good.accessKey()));
    }
    assertThat(bad.toString()).doesNotContain("not-the-secret", good.accessKey());
  }

  @Test
  void aStoreThatIsDownIsUnavailable() {
    S3Config down =
        new S3Config(
            URI.create("http://127.0.0.1:1"),
            "us-east-1",
            "a-key",
            "a-secret",
            "results",
            "",
            true,
            S3Config.Checksums.WHEN_REQUIRED);
    try (S3ObjectStore store = new S3ObjectStore(down)) {
      assertThatExceptionOfType(LakeException.class)
          .isThrownBy(() -> store.head("tenant/a"))
          .matches(e -> e.code() == ErrorCode.STORE_UNAVAILABLE)
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("tenant", "127.0.0.1"));
    }
  }
}
