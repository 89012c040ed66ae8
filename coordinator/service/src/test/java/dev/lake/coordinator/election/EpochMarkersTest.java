package dev.lake.coordinator.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.coordinator.store.MemoryObjects;
import dev.lake.coordinator.store.Specs;
import dev.lake.protocol.Fence;
import java.time.Clock;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class EpochMarkersTest {
  private final EpochMarkers markers =
      new EpochMarkers(new MemoryObjects(Clock.fixed(Specs.NOON, ZoneOffset.UTC)));

  @Test
  void electionsThatFollowEachOtherAreMarked() {
    for (int epoch = 1; epoch < 250; epoch += 50) {
      assertThat(markers.mark(new Fence(epoch, "nonce-" + epoch))).isTrue();
    }
  }

  @Test
  void theSameElectionMayBeMarkedAgain() {
    assertThat(markers.mark(new Fence(7, "one"))).isTrue();
    assertThat(markers.mark(new Fence(7, "one"))).isTrue();
  }

  @Test
  void aZooKeeperThatWasRestoredFromThePastIsSeen() {
    markers.mark(new Fence(7, "one"));
    markers.mark(new Fence(8, "two"));
    assertThat(markers.mark(new Fence(8, "three"))).isFalse();
    assertThat(markers.mark(new Fence(5, "four"))).isFalse();
    assertThat(markers.mark(new Fence(9, "five"))).isTrue();
  }
}
