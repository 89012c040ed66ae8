package dev.lake.frontend.deferred;

import dev.lake.protocol.QueryId;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A first poll whose client may go before the answer leaves. The handle then reached nobody: unless
 * a submission id leads back to it, the query is given up. Either event may come first.
 */
final class FirstPoll {
  private final boolean onlyByHandle;
  private final Consumer<QueryId> giveUp;
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final AtomicReference<@Nullable QueryId> submitted = new AtomicReference<>();
  private final AtomicBoolean givenUp = new AtomicBoolean();

  FirstPoll(boolean onlyByHandle, Consumer<QueryId> giveUp) {
    this.onlyByHandle = onlyByHandle;
    this.giveUp = giveUp;
  }

  void submitted(QueryId query) {
    submitted.set(query);
    settle();
  }

  void cancelled() {
    cancelled.set(true);
    settle();
  }

  private void settle() {
    QueryId query = submitted.get();
    if (onlyByHandle && query != null && cancelled.get() && givenUp.compareAndSet(false, true)) {
      giveUp.accept(query);
    }
  }
}
