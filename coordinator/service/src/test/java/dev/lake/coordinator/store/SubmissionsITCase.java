package dev.lake.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.TenantId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionsITCase {
  private static final TenantId ACME = new TenantId("acme");

  @TempDir Path directory;

  private final MemoryObjects objects = new MemoryObjects(Clock.fixed(Specs.NOON, ZoneOffset.UTC));
  private ZooKeeperFixture zooKeeper;
  private Sealer sealer;
  private SpecStore specs;
  private Submissions submissions;

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new ZooKeeperFixture();
    sealer = new Sealer(KeyRing.create(directory.resolve("keys.json")), "test");
    specs = new SpecStore(objects, sealer);
    submissions = new Submissions(specs, new QueryStore(zooKeeper.client(), new QueryLimits(2)));
  }

  @AfterEach
  void stop() throws Exception {
    zooKeeper.close();
  }

  private List<String> keys() {
    return objects.list("", Optional.empty()).objects().stream().map(ObjectInfo::key).toList();
  }

  private static void expect(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(LakeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  @DisplayName("I6: the spec in the store reveals no SQL")
  void i6_aSpecIsReadBackAndRevealsNothing() {
    QuerySpec spec = Specs.of("acme");
    submissions.submit(spec, Optional.empty());
    assertThat(specs.read(ACME, spec.id())).isEqualTo(spec);
    byte[] stored = objects.read(ResultKeys.spec(ACME, spec.id()), 1 << 20).orElseThrow();
    assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("SELECT", "trips");
  }

  @Test
  void aRepeatedSubmissionLeavesOneSpec() {
    Optional<SubmissionId> submission =
        Optional.of(new SubmissionId("ab".repeat(32), "cd".repeat(32)));
    QuerySpec spec = Specs.of("acme");
    submissions.submit(spec, submission);
    assertThat(submissions.submit(Specs.of("acme"), submission).id()).isEqualTo(spec.id());
    assertThat(keys()).containsExactly(ResultKeys.spec(ACME, spec.id()));
  }

  @Test
  void aRefusedSubmissionLeavesNothing() {
    submissions.submit(Specs.of("acme"), Optional.empty());
    submissions.submit(Specs.of("acme"), Optional.empty());
    expect(
        ErrorCode.TOO_MANY_QUERIES, () -> submissions.submit(Specs.of("acme"), Optional.empty()));
    assertThat(keys()).hasSize(2);
  }

  @Test
  void aSpecThatIsNotTheQuerysOwnIsRefused() {
    QuerySpec spec = Specs.of("acme");
    submissions.submit(spec, Optional.empty());
    byte[] sealed = objects.read(ResultKeys.spec(ACME, spec.id()), 1 << 20).orElseThrow();
    QueryId other = QueryId.random();
    objects.createExclusively(ResultKeys.spec(ACME, other), sealed);
    expect(ErrorCode.DATA_LOSS, () -> specs.read(ACME, other));

    QueryId altered = QueryId.random();
    sealed[sealed.length - 1] ^= 1;
    objects.createExclusively(ResultKeys.spec(ACME, altered), sealed);
    expect(ErrorCode.TICKET_INVALID, () -> specs.read(ACME, altered));
    expect(ErrorCode.RESULT_EXPIRED, () -> specs.read(ACME, QueryId.random()));
  }
}
