package dev.lake.frontend.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.coordinator.dispatch.LeaderConfig;
import dev.lake.coordinator.store.QueryLimits;
import dev.lake.frontend.admission.AdmissionLimits;
import dev.lake.frontend.deferred.DeferredConfig;
import dev.lake.frontend.flight.FrontendConfig;
import dev.lake.frontend.redeem.RedeemLimits;
import dev.lake.jobs.interactive.InteractiveConfig;
import dev.lake.jobs.sql.PlannerConfig;
import dev.lake.jobs.store.S3Config;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ResultLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LakeConfigTest {

  @Test
  void pinsTheDefaults() {
    LakeConfig config = LakeConfig.defaults();
    assertThat(config.frontend()).isEqualTo(FrontendConfig.defaults());
    assertThat(config.security())
        .isEqualTo(new Security(Security.Tls.GENERATED, Security.Tokens.GENERATED));
    assertThat(config.planner()).isEqualTo(PlannerConfig.defaults());
    assertThat(config.interactive()).isEqualTo(InteractiveConfig.defaults());
    assertThat(config.flink()).isEqualTo(new FlinkSettings(32L << 20, 128L << 20, 16L << 30, 1));
    assertThat(config.deferred()).isEqualTo(DeferredConfig.defaults());
    assertThat(config.redeem()).isEqualTo(RedeemLimits.defaults());
    assertThat(config.coordinator()).isEqualTo(LeaderConfig.DEFAULTS);
    assertThat(config.queries()).isEqualTo(QueryLimits.DEFAULTS);
    assertThat(config.results())
        .isEqualTo(
            new StoreSettings(
                Optional.empty(),
                Optional.empty(),
                "results",
                "",
                S3Config.Checksums.WHEN_SUPPORTED));
    assertThat(config.sources()).isEqualTo(new SourceSettings(List.of(), Optional.empty()));
  }

  @Test
  void theSampleOfTheDistributionSaysTheDefaults() {
    assertThat(LakeConfig.read(Path.of("distribution/src/conf/lake.yaml")))
        .isEqualTo(LakeConfig.defaults());
  }

  @Test
  void pinsTheMappings() throws IOException {
    LakeConfig config = LakeConfig.parse(resource("every-key.yaml"));
    assertThat(config.frontend())
        .isEqualTo(
            new FrontendConfig(
                "::1",
                4242,
                Optional.of(
                    new FrontendConfig.TlsFiles(Path.of("/tls/chain.pem"), Path.of("/tls/key"))),
                "test",
                new FrontendConfig.WireLimits(
                    5 << 20, 33 << 10, 128 << 10, Duration.ofSeconds(31), Duration.ofSeconds(11)),
                new AdmissionLimits(3, 2, 4, Duration.ofSeconds(5)),
                6,
                7L << 20,
                Duration.ofMinutes(8),
                Duration.ofSeconds(9)));
    assertThat(config.security())
        .isEqualTo(new Security(Security.Tls.FILES, Security.Tokens.ANONYMOUS));
  }

  @Test
  void pinsTheMappingsBehindTheServer() throws IOException {
    LakeConfig config = LakeConfig.parse(resource("every-key.yaml"));
    assertThat(config.planner())
        .isEqualTo(new PlannerConfig(1, 2, Duration.ofSeconds(3), 4, 0, Duration.ofSeconds(6)));
    assertThat(config.interactive())
        .isEqualTo(
            new InteractiveConfig(
                1 << 20,
                2 << 20,
                3 << 20,
                4 << 20,
                Duration.ofMinutes(5),
                Duration.ofMillis(6),
                false,
                9));
    assertThat(config.flink()).isEqualTo(new FlinkSettings(33L << 20, 129L << 20, 5L << 30, 2));
    assertThat(config.deferred())
        .isEqualTo(
            new DeferredConfig(
                Duration.ofSeconds(1),
                2,
                Duration.ofMinutes(3),
                Duration.ofHours(4),
                Duration.ofMinutes(5),
                new ResultLayout(64L << 20, 7)));
    assertThat(config.redeem()).isEqualTo(new RedeemLimits(1, 2, 3 << 20));
    assertThat(config.coordinator()).isEqualTo(everyLeaderKey());
    assertThat(config.queries()).isEqualTo(new QueryLimits(17));
    assertThat(config.results())
        .isEqualTo(
            new StoreSettings(
                Optional.empty(),
                Optional.of(
                    new StoreSettings.S3Service(
                        "http://127.0.0.1:9000", "eu-west-1", Path.of("/keys/results"), false)),
                "bucket",
                "a/b/",
                S3Config.Checksums.WHEN_REQUIRED));
    assertThat(config.sources())
        .isEqualTo(
            new SourceSettings(
                List.of("/data", "s3://lake/tables"),
                Optional.of(
                    new StoreSettings.S3Service(
                        "http://127.0.0.1:9001", "us-west-2", Path.of("/keys/sources"), true))));
  }

  @Test
  void resultsMayLieInADirectory() {
    assertThat(LakeConfig.parse("results: {directory: /var/results}").results().directory())
        .contains(Path.of("/var/results"));
  }

  private static LeaderConfig everyLeaderKey() {
    return new LeaderConfig(
        1,
        2,
        Map.of("gold", 3),
        Duration.ofHours(4),
        5,
        6L << 30,
        7L << 30,
        Duration.ofSeconds(8),
        Duration.ofSeconds(9),
        Duration.ofSeconds(10),
        Duration.ofSeconds(11),
        Duration.ofHours(12),
        Duration.ofMinutes(13),
        Duration.ofDays(14),
        Duration.ofMinutes(15),
        Duration.ofHours(16));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          frontend: {prot: 1}                | frontend.prot is no key of lake's configuration: did you mean frontend.port?
          fronted: {port: 1}                 | fronted is no key of lake's configuration: did you mean frontend?
          redeem: {wholly-other-thing: 1}    | redeem.wholly-other-thing is no key of lake's configuration: known here are max-streams, connections, max-message
          frontend: {tls: {cert: x}}         | frontend.tls.cert is no key
          frontend: {port: many}             | frontend.port must be a whole number from 0 to 65535
          frontend: {port: 70000}            | frontend.port must be a whole number from 0 to 65535, and is 70000
          frontend: 7                        | frontend must be a mapping
          frontend: {max-message: 3 GiB}     | frontend.max-message must be a size below 2 GiB
          deferred: {run-time: 60}           | deferred.run-time must be a duration such as
          deferred: {part-bytes: 1 GB}       | deferred.part-bytes must be a size such as
          interactive: {direct-scan: maybe}  | interactive.direct-scan must be true or false
          results: {checksums: never}        | results.checksums must be one of when-supported, when-required
          results: {endpoint: "http://x"}    | results.credentials-file is missing
          coordinator: {tenant-weights: {a: 0}} | coordinator.tenant-weights.a must be a whole number of at least 1
          frontend: {tls: {source: files}}   | frontend.tls.certificate is given if, and only if
          frontend: {port: 1, port: 2}       | The configuration is not valid YAML at line 1
          frontend: [                        | The configuration is not valid YAML at line
          """)
  void aMistakeIsNamedByItsKey(String yaml, String message) {
    assertThatThrownBy(() -> LakeConfig.parse(yaml))
        .isInstanceOfSatisfying(
            LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
        .hasMessageContaining(message);
  }

  @Test
  void theFileOfAMistakeIsNamed(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("lake.yaml"), "frontend:\n\tport: 1\n");
    assertThatThrownBy(() -> LakeConfig.read(file))
        .hasMessageContaining("(TAB)")
        .hasMessageEndingWith(" (in " + file + ")");
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> LakeConfig.read(Path.of("/nowhere/lake.yaml")))
        .hasMessageContaining("/nowhere/lake.yaml");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = LakeConfigTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
