package dev.lake.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.QueryId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobNameTest {
  private final JobName name = new JobName("prod-1", new QueryId("0a".repeat(16)), 12);

  @Test
  void aNameIsReadBack() {
    assertThat(JobName.parse(name.toString())).contains(name);
  }

  @Test
  void otherJobsAreNotExports() {
    assertThat(JobName.parse("SELECT 1")).isEmpty();
    assertThat(JobName.parse("lake-export/prod-1/0a0a/1")).isEmpty();
    assertThat(JobName.parse(name + "/x")).isEmpty();
    assertThat(JobName.parse("x" + name)).isEmpty();
    assertThat(JobName.parse(new JobName("prod-1", name.query(), 0).toString())).isEmpty();
  }

  @Test
  void aDeploymentNameThatCannotBeReadBackIsRefused() {
    assertThatThrownBy(() -> new MiniClusterSettings("a/b", "p", 1, 1, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
