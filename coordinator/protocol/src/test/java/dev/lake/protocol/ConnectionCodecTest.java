package dev.lake.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectionCodecTest {
  private static final Connection CONNECTION =
      new Connection(
          URI.create("grpc+tls://127.0.0.1:31337"),
          Optional.of(Path.of("/var/lake/tls/ca.pem")),
          "reader-token",
          Optional.of("admin-token"));

  @Test
  void readsAndWritesTheGoldenFile() throws IOException {
    byte[] golden = golden("connection-1.json");
    assertThat(ConnectionCodec.read(golden)).isEqualTo(CONNECTION);
    assertThat(new String(ConnectionCodec.write(CONNECTION), UTF_8))
        .isEqualTo(new String(golden, UTF_8).strip());
  }

  @Test
  void aPartSummaryReadsAndWritesItsGoldenFile() throws IOException {
    PartSummary summary =
        new PartSummary(
            "part-000-00000-7f3a9c.arrow",
            1000,
            65536,
            new Digest(DigestAlgorithm.CRC32C, "0a1b2c3d"));
    byte[] golden = golden("part-summary-1.json");
    assertThat(PartSummaryCodec.read(golden)).isEqualTo(summary);
    assertThat(new String(PartSummaryCodec.write(summary), UTF_8))
        .isEqualTo(new String(golden, UTF_8).strip());
  }

  @Test
  void tokensAreNotShown() {
    assertThat(CONNECTION.toString()).doesNotContain("token");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"format-version\":2,\"uri\":\"grpc+tcp://a:1\",\"token\":\"t\"}",
        "{\"format-version\":1,\"uri\":\"http://a:1\",\"token\":\"t\"}",
        "{\"format-version\":1,\"uri\":\"grpc+tcp://a\",\"token\":\"t\"}",
        "{\"format-version\":1,\"uri\":\"grpc+tcp://a:1\"}",
        "{\"format-version\":1,\"uri\":\"grpc+tcp://a:1\",\"token\":\"t\",\"tokne\":\"t\"}"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> ConnectionCodec.read(text.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID));
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = ConnectionCodecTest.class.getResourceAsStream("/golden/" + name)) {
      return in.readAllBytes();
    }
  }
}
