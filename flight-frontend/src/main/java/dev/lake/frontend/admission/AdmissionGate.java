package dev.lake.frontend.admission;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets a bounded number through, per replica and per tenant; the rest wait in order of arrival, a
 * tenant at its bound holding up nobody else. Waiting holds no thread. Safe for use by many
 * threads.
 */
public final class AdmissionGate {
  private final AdmissionLimits limits;
  private final ScheduledExecutorService timer;
  private final Object lock = new Object();
  private final Map<TenantId, Integer> running = new HashMap<>();
  private final Set<Waiter> waiting = new LinkedHashSet<>();
  private int total;

  /** A gate with these bounds; the timer only ends waits and must not block. */
  public AdmissionGate(AdmissionLimits limits, ScheduledExecutorService timer) {
    this.limits = limits;
    this.timer = timer;
  }

  /** The right to run. */
  public final class Permit {
    private final TenantId tenant;
    private final AtomicBoolean released = new AtomicBoolean();

    private Permit(TenantId tenant) {
      this.tenant = tenant;
    }

    /** Gives the right back; harmless when repeated. */
    public void release() {
      if (released.compareAndSet(false, true)) {
        leave(tenant);
      }
    }
  }

  /**
   * Asks for a permit. The future fails with QUEUE_TIMEOUT after the longest wait, at once with
   * TOO_MANY_QUERIES if the queue is full; cancelling it leaves the queue. Whoever gets the permit
   * releases it. The future's dependents run on the thread of whoever released a permit: keep them
   * short or make them asynchronous.
   */
  public CompletableFuture<Permit> enter(TenantId tenant) {
    Waiter waiter;
    synchronized (lock) {
      if (hasRoom(tenant)) {
        return CompletableFuture.completedFuture(take(tenant));
      }
      if (waiting.size() >= limits.waiting()) {
        return CompletableFuture.failedFuture(
            new LakeException(
                ErrorCode.TOO_MANY_QUERIES,
                "%d queries wait on this server already; try again later",
                limits.waiting()));
      }
      waiter = new Waiter(tenant, atTenantBound(tenant));
      waiting.add(waiter);
    }
    ScheduledFuture<?> timeout =
        timer.schedule(() -> expire(waiter), limits.queueWait().toMillis(), TimeUnit.MILLISECONDS);
    CompletableFuture<?> unused =
        waiter.future.whenComplete(
            (permit, failure) -> {
              timeout.cancel(false);
              synchronized (lock) {
                waiting.remove(waiter);
              }
            });
    return waiter.future;
  }

  /** How many run now. */
  public int running() {
    synchronized (lock) {
      return total;
    }
  }

  /** How many wait now. */
  public int waiting() {
    synchronized (lock) {
      return waiting.size();
    }
  }

  private boolean hasRoom(TenantId tenant) {
    return total < limits.running() && !atTenantBound(tenant);
  }

  private boolean atTenantBound(TenantId tenant) {
    return running.getOrDefault(tenant, 0) >= limits.runningPerTenant();
  }

  private Permit take(TenantId tenant) {
    total++;
    running.merge(tenant, 1, Integer::sum);
    return new Permit(tenant);
  }

  private void leave(TenantId tenant) {
    synchronized (lock) {
      total--;
      running.computeIfPresent(tenant, (key, count) -> count == 1 ? null : count - 1);
    }
    admitWaiting();
  }

  private void admitWaiting() {
    List<Waiter> admitted = new ArrayList<>();
    synchronized (lock) {
      for (Iterator<Waiter> each = waiting.iterator(); each.hasNext(); ) {
        Waiter waiter = each.next();
        if (hasRoom(waiter.tenant)) {
          each.remove();
          waiter.permit = take(waiter.tenant);
          admitted.add(waiter);
        }
      }
    }
    for (Waiter waiter : admitted) {
      Permit permit = waiter.permit;
      // Gone or timed out in between: the permit goes to the next.
      if (permit != null && !waiter.future.complete(permit)) {
        permit.release();
      }
    }
  }

  private void expire(Waiter waiter) {
    String bound =
        waiter.behindTenant
            ? "of this tenant (at most " + limits.runningPerTenant()
            : "on this server (at most " + limits.running();
    waiter.future.completeExceptionally(
        new LakeException(
            ErrorCode.QUEUE_TIMEOUT,
            "No query could start within %d s: too many run %s); read or close open results, or try"
                + " again later",
            limits.queueWait().toSeconds(),
            bound));
  }

  /** One that waits; its fields are guarded by the gate's lock, the future is its own. */
  private static final class Waiter {
    private final TenantId tenant;
    private final boolean behindTenant;
    private final CompletableFuture<Permit> future = new CompletableFuture<>();
    private @Nullable Permit permit;

    private Waiter(TenantId tenant, boolean behindTenant) {
      this.tenant = tenant;
      this.behindTenant = behindTenant;
    }
  }
}
