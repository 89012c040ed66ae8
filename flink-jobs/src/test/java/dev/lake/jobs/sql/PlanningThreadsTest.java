package dev.lake.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** I7: plannings, also those that nobody waits for any more, are bounded. */
class PlanningThreadsTest {

  private static PlannerConfig config(int threads, int abandoned) {
    return new PlannerConfig(threads, 1, Duration.ofMillis(200), abandoned, 0, Duration.ZERO);
  }

  private static void failsWith(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(LakeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void i7_an_abandoned_planning_makes_room_until_there_are_too_many() {
    CountDownLatch end = new CountDownLatch(1);
    try (PlanningThreads threads = new PlanningThreads(config(1, 1))) {
      failsWith(ErrorCode.STATEMENT_TOO_COMPLEX, () -> threads.call(() -> stubborn(end)));
      assertThat(threads.abandoned()).isEqualTo(1);
      assertThat(threads.<Integer>call(() -> 1)).isEqualTo(1);

      failsWith(ErrorCode.STATEMENT_TOO_COMPLEX, () -> threads.call(() -> stubborn(end)));
      failsWith(ErrorCode.TOO_MANY_QUERIES, () -> threads.call(() -> 1));

      end.countDown();
      await().atMost(Duration.ofSeconds(5)).until(() -> threads.abandoned() == 0);
      assertThat(threads.<Integer>call(() -> 2)).isEqualTo(2);
    }
  }

  /** Like Flink's planner: interruption does not stop it. */
  private static int stubborn(CountDownLatch end) {
    boolean ended = false;
    while (!ended) {
      try {
        end.await();
        ended = true;
      } catch (InterruptedException e) {
        ended = end.getCount() == 0;
      }
    }
    return 0;
  }

  @Test
  void a_stack_that_overflows_is_a_statement_too_complex() {
    try (PlanningThreads threads = new PlanningThreads(config(1, 1))) {
      failsWith(ErrorCode.STATEMENT_TOO_COMPLEX, () -> threads.call(() -> endless(1)));
      failsWith(
          ErrorCode.INTERNAL,
          () ->
              threads.call(
                  () -> {
                    throw new AssertionError("hidden");
                  }));
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int endless(int depth) {
    return endless(depth + 1) + depth;
  }

  @Test
  void stacks_are_deep() {
    try (PlanningThreads threads = new PlanningThreads(config(1, 1))) {
      assertThat(threads.<Integer>call(() -> sum(40_000))).isEqualTo(800_020_000);
    }
  }

  private static int sum(int depth) {
    return depth == 0 ? 0 : sum(depth - 1) + depth;
  }
}
