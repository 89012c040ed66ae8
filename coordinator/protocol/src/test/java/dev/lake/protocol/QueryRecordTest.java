package dev.lake.protocol;

import static dev.lake.protocol.QueryState.CANCELLED;
import static dev.lake.protocol.QueryState.FAILED;
import static dev.lake.protocol.QueryState.PUBLISHING;
import static dev.lake.protocol.QueryState.QUEUED;
import static dev.lake.protocol.QueryState.RUNNING;
import static dev.lake.protocol.QueryState.STOPPING;
import static dev.lake.protocol.QueryState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QueryRecordTest {
  private static final Failure WHY = new Failure(ErrorCode.QUERY_FAILED, "no slots");

  private static Map<QueryState, QueryRecord> oneOfEach() {
    Map<QueryState, QueryRecord> records = new EnumMap<>(QueryState.class);
    for (QueryRecord record :
        List.of(
            Samples.QUEUED,
            Samples.RUNNING,
            Samples.PUBLISHING,
            Samples.SUCCEEDED,
            Samples.STOPPING,
            Samples.FAILED,
            Samples.CANCELLED)) {
      records.put(record.state(), record);
    }
    return records;
  }

  private static QueryRecord become(QueryRecord from, QueryState next) {
    return switch (next) {
      case QUEUED -> from.waiting(1, "w");
      case RUNNING -> from.running(from.attempt() + 1, Samples.LATER, "w");
      case PUBLISHING ->
          from.publishing(Samples.SHA, new ResultTotals(0, 0, 0), Samples.EXPIRES, "w");
      case SUCCEEDED -> from.succeeded(Samples.SHA, Samples.LATER, "w");
      case STOPPING -> from.stopping(StopReason.FAILED, Optional.of(WHY), "w");
      case FAILED -> from.failed(Samples.LATER, "w");
      case CANCELLED -> from.cancelled(Samples.LATER, "w");
    };
  }

  @Test
  void only_the_listed_transitions_exist_and_each_refusal_has_a_name() {
    Map<QueryState, Set<QueryState>> allowed =
        Map.of(
            QUEUED, EnumSet.of(QUEUED, RUNNING, STOPPING),
            RUNNING, EnumSet.of(RUNNING, PUBLISHING, STOPPING),
            PUBLISHING, EnumSet.of(SUCCEEDED, STOPPING),
            STOPPING, EnumSet.of(FAILED),
            SUCCEEDED, Set.of(),
            FAILED, Set.of(),
            CANCELLED, Set.of());
    oneOfEach()
        .forEach(
            (state, record) -> {
              for (QueryState next : QueryState.values()) {
                if (allowed.getOrDefault(state, Set.of()).contains(next)) {
                  assertThat(record.refusal(next)).isEmpty();
                  assertThat(become(record, next).state()).isEqualTo(next);
                } else {
                  assertThatThrownBy(() -> become(record, next))
                      .as(state + " -> " + next)
                      .isInstanceOfAny(IllegalStateException.class, IllegalArgumentException.class);
                }
              }
            });
  }

  @Test
  void says_why_a_transition_is_refused() {
    assertThat(Samples.SUCCEEDED.refusal(STOPPING)).contains(TransitionRefusal.ALREADY_ENDED);
    assertThat(Samples.STOPPING.refusal(PUBLISHING)).contains(TransitionRefusal.ALREADY_STOPPING);
    assertThat(Samples.STOPPING.refusal(STOPPING)).contains(TransitionRefusal.ALREADY_STOPPING);
    assertThat(Samples.QUEUED.refusal(SUCCEEDED)).contains(TransitionRefusal.OUT_OF_ORDER);
    assertThat(Samples.PUBLISHING.refusal(RUNNING)).contains(TransitionRefusal.OUT_OF_ORDER);
    assertThatThrownBy(() -> Samples.SUCCEEDED.failed(Samples.LATER, "w"))
        .hasMessageContaining("is SUCCEEDED, cannot become FAILED: ALREADY_ENDED");
  }

  @Test
  void the_end_of_a_stop_follows_its_reason() {
    QueryRecord cancel = Samples.RUNNING.stopping(StopReason.CANCELLED, Optional.empty(), "w");
    QueryRecord late = Samples.RUNNING.stopping(StopReason.DEADLINE, Optional.of(WHY), "w");

    assertThat(cancel.stopped(Samples.LATER, "w").state()).isEqualTo(CANCELLED);
    assertThat(late.stopped(Samples.LATER, "w").state()).isEqualTo(FAILED);
    assertThat(late.stopped(Samples.LATER, "w").failure()).contains(WHY);
    assertThatThrownBy(() -> cancel.failed(Samples.LATER, "w"))
        .hasMessageContaining("must be present in state FAILED");
    assertThatThrownBy(() -> late.cancelled(Samples.LATER, "w"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_stop_says_why_unless_it_is_a_cancel() {
    assertThatThrownBy(() -> Samples.RUNNING.stopping(StopReason.FAILED, Optional.empty(), "w"))
        .hasMessageContaining("failure must be absent exactly when cancelled");
    assertThatThrownBy(() -> Samples.RUNNING.stopping(StopReason.CANCELLED, Optional.of(WHY), "w"))
        .hasMessageContaining("failure must be absent exactly when cancelled");
  }

  @Test
  @DisplayName("I3: what is stopped while publishing forgets that there was a result")
  void i3_a_stop_drops_the_result() {
    QueryRecord stopped = Samples.PUBLISHING.stopping(StopReason.FAILED, Optional.of(WHY), "w");

    assertThat(stopped.commitDigest()).isEmpty();
    assertThat(stopped.expires()).isEmpty();
    assertThat(stopped.totals()).isEmpty();
  }

  @Test
  void publication_pins_what_it_publishes() {
    assertThat(Samples.SUCCEEDED.expires()).isEqualTo(Samples.PUBLISHING.expires());
    assertThat(Samples.SUCCEEDED.commitDigest()).isEqualTo(Samples.PUBLISHING.commitDigest());
    assertThat(Samples.SUCCEEDED.totals()).isEqualTo(Samples.PUBLISHING.totals());
    assertThat(Samples.SUCCEEDED.attempt()).isEqualTo(Samples.PUBLISHING.attempt());
  }

  @Test
  void every_write_counts_and_names_its_writer() {
    QueryRecord first = QueryRecord.queued(Samples.SPEC, "a");
    QueryRecord next = first.running(1, Samples.CREATED, "b");

    assertThat(first.sequence()).isZero();
    assertThat(next.sequence()).isEqualTo(1);
    assertThat(next.epochNonce()).isEqualTo("b");
  }

  @Test
  void an_attempt_follows_the_last_and_starts_from_nothing() {
    QueryRecord again = Samples.RUNNING.running(2, Samples.LATER, "w");

    assertThat(again.progress()).isEqualTo(Progress.NONE);
    assertThat(again.started()).contains(Samples.LATER);
    assertThatThrownBy(() -> Samples.RUNNING.running(1, Samples.LATER, "w"))
        .hasMessageContaining("attempt must be one more than the last");
    assertThatThrownBy(() -> Samples.QUEUED.running(2, Samples.LATER, "w"))
        .hasMessageContaining("attempt must be one more than the last");
  }

  @Test
  void progress_belongs_to_a_running_query() {
    assertThatThrownBy(() -> Samples.QUEUED.progressed(Progress.NONE, "w"))
        .hasMessageContaining("state must be RUNNING");
  }
}
