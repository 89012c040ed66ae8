package dev.lake.coordinator.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.coordinator.CoordinatorConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaderConfigTest {
  @Test
  void theDefaultsAreThoseOfTheDocumentation() {
    assertThat(LeaderConfig.DEFAULTS)
        .isEqualTo(
            new LeaderConfig(
                16,
                4,
                Map.of(),
                Duration.ofHours(24),
                3,
                4L << 40,
                1L << 40,
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                Duration.ofSeconds(1),
                Duration.ofHours(24),
                Duration.ofMinutes(30),
                Duration.ofHours(48),
                Duration.ofMinutes(1),
                Duration.ofHours(72)));
    assertThat(CoordinatorConfig.defaults("x"))
        .isEqualTo(
            new CoordinatorConfig("x", LeaderConfig.DEFAULTS, 8, 32, Duration.ofSeconds(10)));
  }

  @Test
  void boundsThatCannotHoldAreRefused() {
    assertThatThrownBy(() -> World.config(0, 1)).hasMessageContaining("maxRunning");
    assertThatThrownBy(() -> World.config(1, 0)).hasMessageContaining("maxRunningPerTenant");
  }

  @Test
  void aTombstoneOutlivesTwoSweepsOfAllParents() {
    LeaderConfig defaults = LeaderConfig.DEFAULTS;
    assertThat(defaults.sweepEvery().multipliedBy(2 * 256L)).isLessThan(defaults.tombstone());
  }
}
