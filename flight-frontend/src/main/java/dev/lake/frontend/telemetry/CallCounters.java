package dev.lake.frontend.telemetry;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts ended calls by method and status. As the outermost interceptor it also sees those that
 * authentication turned away. Safe for use by many threads.
 */
public final class CallCounters implements ServerInterceptor {
  /** One count: both parts come from closed sets, so that the number of counters is bounded. */
  private record Key(String method, Status.Code status) {}

  private final Map<Key, LongAdder> ended = new ConcurrentHashMap<>();

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    String method = call.getMethodDescriptor().getBareMethodName();
    return next.startCall(
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            count(String.valueOf(method), status.getCode());
            super.close(status, trailers);
          }
        },
        headers);
  }

  private void count(String method, Status.Code status) {
    ended.computeIfAbsent(new Key(method, status), key -> new LongAdder()).increment();
  }

  /** The counts so far, as {@code Method:STATUS}, in order. */
  public Map<String, Long> snapshot() {
    Map<String, Long> counts = new TreeMap<>();
    ended.forEach((key, count) -> counts.put(key.method() + ":" + key.status(), count.sum()));
    return counts;
  }
}
