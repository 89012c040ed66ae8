package dev.lake.frontend.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TenantId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AdmissionGateTest {
  private static final TenantId A = new TenantId("a");
  private static final TenantId B = new TenantId("b");

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private AdmissionGate gate(int running, int perTenant, int waiting, Duration queueWait) {
    return new AdmissionGate(new AdmissionLimits(running, perTenant, waiting, queueWait), timer);
  }

  @Test
  void theRestWaitInOrderAndATenantHoldsUpNobodyElse() {
    AdmissionGate gate = gate(3, 2, 10, Duration.ofMinutes(1));
    AdmissionGate.Permit first = gate.enter(A).join();
    gate.enter(A).join();
    CompletableFuture<AdmissionGate.Permit> third = gate.enter(A);
    CompletableFuture<AdmissionGate.Permit> fourth = gate.enter(A);
    AdmissionGate.Permit other = gate.enter(B).join();
    CompletableFuture<AdmissionGate.Permit> fifth = gate.enter(B);
    assertThat(third).isNotDone();

    other.release();
    assertThat(fifth).isCompleted();
    assertThat(third).as("its tenant is still at the bound").isNotDone();
    first.release();
    assertThat(third).isCompleted();
    assertThat(fourth).isNotDone();
    assertThat(gate.running()).isEqualTo(3);
    assertThat(gate.waiting()).isEqualTo(1);
  }

  @Test
  void releasingTwiceGivesBackOnce() {
    AdmissionGate gate = gate(1, 1, 10, Duration.ofMinutes(1));
    AdmissionGate.Permit permit = gate.enter(A).join();
    permit.release();
    permit.release();
    gate.enter(A).join();
    assertThat(gate.enter(A)).isNotDone();
    assertThat(gate.running()).isEqualTo(1);
  }

  @Test
  @DisplayName("I7: waiting ends by name")
  void i7WaitsEnd() {
    AdmissionGate gate = gate(1, 1, 10, Duration.ofMillis(50));
    gate.enter(A).join();
    assertFails(gate.enter(A), ErrorCode.QUEUE_TIMEOUT);
    assertThat(gate.waiting()).isZero();
  }

  @Test
  @DisplayName("I7: the queue itself is bounded")
  void i7TheQueueIsBounded() {
    AdmissionGate gate = gate(1, 1, 1, Duration.ofMinutes(1));
    gate.enter(A).join();
    CompletableFuture<?> unused = gate.enter(A);
    assertFails(gate.enter(A), ErrorCode.TOO_MANY_QUERIES);
  }

  @Test
  @DisplayName("I10: one who left is not let in")
  void i10CancelledWaitersLeave() {
    AdmissionGate gate = gate(1, 1, 10, Duration.ofMinutes(1));
    AdmissionGate.Permit permit = gate.enter(A).join();
    CompletableFuture<AdmissionGate.Permit> left = gate.enter(A);
    CompletableFuture<AdmissionGate.Permit> stays = gate.enter(A);
    left.cancel(false);
    assertThat(gate.waiting()).isEqualTo(1);
    permit.release();
    assertThat(stays).isCompleted();
    assertThat(gate.running()).isEqualTo(1);
  }

  private static void assertFails(CompletableFuture<?> future, ErrorCode code) {
    assertThatThrownBy(() -> future.get(5, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            LakeException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
