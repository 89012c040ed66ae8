package dev.lake.frontend.flight;

import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.deferred.PollCall;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.flight.FlightDescriptor;
import org.jspecify.annotations.Nullable;

/** A poll that came over gRPC; create it in the call's handler, before that returns. */
final class GrpcPollCall implements PollCall {
  private final Caller caller;
  private final FlightDescriptor descriptor;
  private final ServerCallStreamObserver<?> answers;
  private final AtomicReference<@Nullable Runnable> callback = new AtomicReference<>();
  private volatile boolean gone;

  GrpcPollCall(Caller caller, FlightDescriptor descriptor, ServerCallStreamObserver<?> answers) {
    this.caller = caller;
    this.descriptor = descriptor;
    this.answers = answers;
    answers.setOnCancelHandler(
        () -> {
          gone = true;
          runOnce();
        });
  }

  @Override
  public Caller caller() {
    return caller;
  }

  @Override
  public FlightDescriptor descriptor() {
    return descriptor;
  }

  @Override
  public boolean cancelled() {
    return gone || answers.isCancelled();
  }

  @Override
  public void onCancel(Runnable newCallback) {
    callback.set(newCallback);
    if (cancelled()) {
      runOnce();
    }
  }

  private void runOnce() {
    Runnable waiting = callback.getAndSet(null);
    if (waiting != null) {
      waiting.run();
    }
  }
}
