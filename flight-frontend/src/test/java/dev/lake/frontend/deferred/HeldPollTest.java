package dev.lake.frontend.deferred;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.QueryState;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("I10: what a held poll held comes back, however it ends")
class HeldPollTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final AtomicInteger woken = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private ScheduledFuture<?> timeout() {
    return timer.schedule(() -> {}, 1, TimeUnit.HOURS);
  }

  @Test
  void anEndThatCameBeforeTheWatchGivesItBackAtOnce() {
    HeldPoll poll = new HeldPoll(QueryState.QUEUED, woken::incrementAndGet);
    poll.end();
    ScheduledFuture<?> timeout = timeout();
    poll.holding(closed::incrementAndGet, timeout);
    assertThat(closed).hasValue(1);
    assertThat(timeout.isCancelled()).isTrue();
    assertThat(woken).hasValue(1);
  }

  @Test
  void ofSeveralEndsOneCounts() {
    HeldPoll poll = new HeldPoll(QueryState.QUEUED, woken::incrementAndGet);
    poll.holding(closed::incrementAndGet, timeout());
    poll.end();
    poll.end();
    poll.abandon();
    assertThat(woken).hasValue(1);
    assertThat(closed).hasValue(1);
  }

  @Test
  void nobodyIsWokenForAPollThatWasAbandoned() {
    HeldPoll poll = new HeldPoll(QueryState.QUEUED, woken::incrementAndGet);
    ScheduledFuture<?> timeout = timeout();
    poll.holding(closed::incrementAndGet, timeout);
    poll.abandon();
    poll.end();
    assertThat(woken).hasValue(0);
    assertThat(closed).hasValue(1);
    assertThat(timeout.isCancelled()).isTrue();
  }
}
