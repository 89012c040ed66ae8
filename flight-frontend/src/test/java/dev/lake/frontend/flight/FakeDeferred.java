package dev.lake.frontend.flight;

import com.google.protobuf.ByteString;
import dev.lake.frontend.auth.Identity;
import dev.lake.frontend.deferred.DeferredService;
import dev.lake.frontend.deferred.PollCall;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.protocol.QueryId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.Ticket;

/** Answers first polls at once and holds later ones until told. */
final class FakeDeferred implements DeferredService {
  static final QueryId QUERY = new QueryId("0123456789abcdef0123456789abcdef");
  static final byte[] HANDLE = {1, 2, 3};
  static final Instant EXPIRES = Instant.parse("2030-01-01T00:00:00Z");

  final List<StatementRequest> started = new CopyOnWriteArrayList<>();
  final List<CompletableFuture<PollInfo>> held = new CopyOnWriteArrayList<>();
  final List<PollCall> gone = new CopyOnWriteArrayList<>();
  final List<ByteString> cancelled = new CopyOnWriteArrayList<>();

  static PollInfo running(FlightDescriptor descriptor) {
    FlightInfo info =
        FlightInfo.builder(FakeCursor.SCHEMA, descriptor, List.of())
            .setAppMetadata(QUERY.value().getBytes(java.nio.charset.StandardCharsets.UTF_8))
            .build();
    return new PollInfo(info, FlightDescriptor.command(HANDLE), 0.25, EXPIRES);
  }

  @Override
  public CompletionStage<PollInfo> start(StatementRequest request, PollCall call) {
    started.add(request);
    call.caller().about(QUERY);
    return CompletableFuture.completedFuture(running(call.descriptor()));
  }

  @Override
  public CompletionStage<PollInfo> poll(byte[] handle, PollCall call) {
    call.onCancel(() -> gone.add(call));
    CompletableFuture<PollInfo> answer = new CompletableFuture<>();
    held.add(answer);
    return answer;
  }

  @Override
  public CompletionStage<CancelStatus> cancel(ByteString appMetadata, Identity identity) {
    cancelled.add(appMetadata);
    return CompletableFuture.completedFuture(CancelStatus.CANCELLING);
  }

  @Override
  public CompletionStage<FlightEndpoint> renew(byte[] ticket, Identity identity) {
    return CompletableFuture.completedFuture(
        FlightEndpoint.builder(new Ticket(ticket)).setExpirationTime(EXPIRES).build());
  }

  @Override
  public void drain() {
    held.forEach(answer -> answer.complete(running(FlightDescriptor.command(HANDLE))));
  }
}
