package dev.lake.frontend.flight;

import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.deferred.PollCall;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.flight.FlightDescriptor;

/** A poll that came over gRPC; create it in the call's handler, before that returns. */
final class GrpcPollCall implements PollCall {
  private static final Runnable RAN = () -> {};

  private final Caller caller;
  private final FlightDescriptor descriptor;
  private final ServerCallStreamObserver<?> answers;
  private final AtomicReference<Runnable> callback = new AtomicReference<>(RAN);
  private volatile boolean gone;

  GrpcPollCall(Caller caller, FlightDescriptor descriptor, ServerCallStreamObserver<?> answers) {
    this.caller = caller;
    this.descriptor = descriptor;
    this.answers = answers;
    answers.setOnCancelHandler(
        () -> {
          gone = true;
          callback.getAndSet(RAN).run();
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
      callback.getAndSet(RAN).run();
    }
  }
}
