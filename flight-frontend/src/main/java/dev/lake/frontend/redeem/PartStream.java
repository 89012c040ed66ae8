package dev.lake.frontend.redeem;

import dev.lake.jobs.materialize.IpcFrame;
import dev.lake.jobs.materialize.IpcFrames;
import io.grpc.stub.ServerCallStreamObserver;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One part on its way to one client. Work is done only while the client takes more: a stream that
 * waits holds no thread, no message and, where many wait, no connection. All steps of a stream run
 * one after the other, on threads of the pool.
 *
 * <p>The last message goes out before the totals and the digest have been compared, but the call
 * ends with OK only after that (I8).
 */
final class PartStream implements Runnable {
  private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[0]);

  private final ServerCallStreamObserver<Object> client;
  private final Executor pool;
  private final Supplier<Source> opener;
  private final Runnable ended;
  private final java.util.function.Function<Throwable, ? extends Throwable> statuses;
  private final AtomicInteger signals = new AtomicInteger();
  private volatile @Nullable Source source;
  private boolean done;

  /** What is read: the checked frames of an input. */
  record Source(IpcFrames frames, ResumableInput input) {}

  /**
   * @param opener checks the ticket and opens the part; runs on the pool
   * @param ended runs once, at the end
   * @param statuses what the client is told of a failure
   */
  PartStream(
      ServerCallStreamObserver<Object> client,
      Executor pool,
      Supplier<Source> opener,
      Runnable ended,
      java.util.function.Function<Throwable, ? extends Throwable> statuses) {
    this.client = client;
    this.pool = pool;
    this.opener = opener;
    this.ended = ended;
    this.statuses = statuses;
  }

  /** Begins; to be called while the call is being accepted. */
  void start() {
    client.setOnReadyHandler(this::signal);
    client.setOnCancelHandler(this::cancel);
    signal();
  }

  private void cancel() {
    Source current = source;
    if (current != null) {
      current.input().abort();
    }
    signal();
  }

  private void signal() {
    if (signals.getAndIncrement() == 0) {
      pool.execute(this);
    }
  }

  @Override
  public void run() {
    int seen = signals.get();
    do {
      step();
      seen = signals.addAndGet(-seen);
    } while (seen != 0);
  }

  private void step() {
    if (done) {
      return;
    }
    try {
      if (advance()) {
        finish();
        client.onCompleted();
      }
    } catch (Throwable failure) {
      finish();
      if (!client.isCancelled()) {
        client.onError(statuses.apply(failure));
      }
      if (failure instanceof VirtualMachineError error) {
        throw error;
      }
    }
  }

  /** Sends while the client takes more; true once everything was sent and agrees. */
  private boolean advance() {
    Source current = source;
    if (current == null) {
      current = opener.get();
      source = current;
    }
    while (client.isReady() && !client.isCancelled()) {
      Optional<IpcFrame> next = current.frames().next();
      if (next.isEmpty()) {
        return true;
      }
      send(current.frames(), next.get());
    }
    if (client.isCancelled()) {
      finish();
    } else {
      current.input().suspendIfCrowded();
    }
    return false;
  }

  private void send(IpcFrames frames, IpcFrame frame) {
    byte[] body = scratch(frame.bodyBytes());
    if (frame.bodyBytes() > 0) {
      frames.body(ByteBuffer.wrap(body, 0, frame.bodyBytes()));
    }
    client.onNext(new PartMessage(frame.metadata(), body, frame.bodyBytes()));
  }

  /** gRPC copies a message when it is sent, so each thread needs only one buffer. */
  private static byte[] scratch(int size) {
    byte[] current = SCRATCH.get();
    if (current.length < size) {
      current = new byte[size];
      SCRATCH.set(current);
    }
    return current;
  }

  private void finish() {
    if (done) {
      return;
    }
    done = true;
    Source current = source;
    if (current != null) {
      current.input().close();
    }
    ended.run();
  }
}
