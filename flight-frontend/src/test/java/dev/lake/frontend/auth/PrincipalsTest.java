package dev.lake.frontend.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Principal;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TenantId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalsTest {
  private static final Principal ADA = new Principal("ada", new TenantId("analytics"));

  @TempDir Path directory;
  private Instant now = Instant.EPOCH;

  private final Clock clock =
      new Clock() {
        @Override
        public Instant instant() {
          return now;
        }

        @Override
        public ZoneOffset getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
          return this;
        }
      };

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("principals"), text);
  }

  private static String hex(String token) {
    return HexFormat.of().formatHex(Principals.digest(token));
  }

  @Test
  void readsJsonAndYaml() throws Exception {
    String json =
        """
        [{"principal": "ada", "tenant": "analytics", "token-sha256": "%s",
          "grants": ["main.*", "sales.orders"], "admin": true}]
        """
            .formatted(hex("t1"));
    String yaml =
        """
        # people
        - principal: ada
          tenant: analytics
          token-sha256: %s
          grants: ["main.*", sales.orders]
          admin: true
        """
            .formatted(hex("t1"));
    for (String text : new String[] {json, yaml}) {
      Identity ada = Principals.load(file(text), clock).byToken("t1").orElseThrow();
      assertThat(ada.principal()).isEqualTo(ADA);
      assertThat(ada.admin()).isTrue();
      assertThat(ada.mayRead(TableName.parse("anything"))).isTrue();
      assertThat(ada.mayRead(TableName.parse("sales.orders"))).isTrue();
      assertThat(ada.mayRead(TableName.parse("sales.other"))).isFalse();
    }
  }

  @Test
  void withoutGrantsNothingMayBeRead() throws Exception {
    Principals principals =
        Principals.load(
            file("[{principal: ada, tenant: analytics, token-sha256: %s}]".formatted(hex("t"))),
            clock);
    Identity ada = principals.byPrincipal(ADA).orElseThrow();
    assertThat(ada.mayRead(TableName.parse("x"))).isFalse();
    assertThat(ada.admin()).isFalse();
    assertThat(principals.byToken("wrong")).isEmpty();
    assertThat(principals.byPrincipal(new Principal("bob", ADA.tenant()))).isEmpty();
  }

  @Test
  void twoTokensMakeRotationPossible() throws Exception {
    Principals principals =
        Principals.load(
            file(
                "[{principal: ada, tenant: analytics, token-sha256: [%s, %s]}]"
                    .formatted(hex("old"), hex("new"))),
            clock);
    assertThat(principals.byToken("old")).isEqualTo(principals.byToken("new")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {}|list
          []|at least one
          [x]|entry 1
          [{principal: ada, tenant: analytics, token-sha256: HASH, colour: red}]|entry 1: unknown key 'colour'
          [{tenant: analytics, token-sha256: HASH}]|entry 1: key 'principal'
          [{principal: a b, tenant: analytics, token-sha256: HASH}]|entry 1: key 'principal'
          [{principal: ada, tenant: Big Corp, token-sha256: HASH}]|entry 1: key 'tenant'
          [{principal: ada, tenant: analytics}]|entry 1: key 'token-sha256'
          [{principal: ada, tenant: analytics, token-sha256: abc}]|entry 1: key 'token-sha256'
          [{principal: ada, tenant: analytics, token-sha256: []}]|entry 1: key 'token-sha256'
          [{principal: ada, tenant: analytics, token-sha256: HASH, grants: main.x}]|entry 1: key 'grants'
          [{principal: ada, tenant: analytics, token-sha256: HASH, grants: [orders]}]|entry 1: key 'grants'
          [{principal: ada, tenant: analytics, token-sha256: HASH, admin: perhaps}]|entry 1: key 'admin'
          [{principal: ada, tenant: t, token-sha256: HASH}, {principal: ada, tenant: t, token-sha256: HASH}]|entry 2: principal 'ada' is listed twice
          [{principal: ada, tenant: t, token-sha256: HASH}, {principal: bob, tenant: t, token-sha256: HASH}]|entry 2: key 'token-sha256'
          [{]|JSON or YAML
          """)
  void mistakesAreNamed(String text, String message) throws Exception {
    Path file = file(text.replace("HASH", hex("token")));
    assertThatThrownBy(() -> Principals.load(file, clock))
        .isInstanceOfSatisfying(
            LakeException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
        .hasMessageContaining(message)
        .hasMessageNotContaining(hex("token"));
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> Principals.load(directory.resolve("nobody"), clock))
        .isInstanceOf(LakeException.class)
        .hasMessageContaining("nobody");
  }

  @Test
  void changesTakeEffectAndMistakesDoNot() throws Exception {
    Path file =
        file("[{principal: ada, tenant: analytics, token-sha256: %s}]".formatted(hex("first")));
    Principals principals = Principals.load(file, clock);
    file("[{principal: ada, tenant: analytics, token-sha256: [%s]}]".formatted(hex("second")));
    assertThat(principals.byToken("first")).as("looked at once a second").isPresent();

    now = now.plusSeconds(2);
    assertThat(principals.byToken("first")).isEmpty();
    assertThat(principals.byToken("second")).isPresent();

    file("broken");
    now = now.plusSeconds(2);
    assertThat(principals.byToken("second")).as("the last good content stays").isPresent();
    Files.delete(file);
    now = now.plusSeconds(2);
    assertThat(principals.byToken("second")).isPresent();
  }
}
