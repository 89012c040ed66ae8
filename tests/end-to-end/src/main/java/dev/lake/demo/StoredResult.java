package dev.lake.demo;

import dev.lake.harness.StandaloneLake;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.S3Config;
import dev.lake.jobs.store.S3ObjectStore;
import dev.lake.protocol.Manifest;
import dev.lake.protocol.ManifestCodec;
import dev.lake.protocol.ManifestPart;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** The manifest as it lies in the result bucket, read past the server. */
record StoredResult(Manifest manifest) {
  private static final int MAX_MANIFEST = 8 << 20;
  private static final TenantId TENANT = new TenantId("local");

  static StoredResult read(StandaloneLake lake, QueryId query) {
    StandaloneLake.EmbeddedStore store = lake.store();
    S3Config config =
        new S3Config(
            URI.create(store.endpoint()),
            "us-east-1",
            store.accessKey(),
            store.secretKey(),
            "results",
            "",
            true,
            S3Config.Checksums.WHEN_REQUIRED);
    try (ObjectStore results = new S3ObjectStore(config)) {
      byte[] bytes =
          results
              .read(ResultKeys.manifest(TENANT, query), MAX_MANIFEST)
              .orElseThrow(() -> new DemoFailure("there is no manifest in the result bucket"));
      return new StoredResult(ManifestCodec.read(bytes));
    }
  }

  /** Compares a downloaded file with what the manifest says of its part. */
  void check(Report report, int part, Path file) {
    ManifestPart said = manifest.parts().get(part);
    try {
      byte[] bytes = Files.readAllBytes(file);
      CRC32C digest = new CRC32C();
      digest.update(bytes);
      report.check("bytes of " + said.name(), said.bytes(), (long) bytes.length);
      report.check(
          "digest of " + said.name(),
          said.digest().hex(),
          HexFormat.of().toHexDigits((int) digest.getValue()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
