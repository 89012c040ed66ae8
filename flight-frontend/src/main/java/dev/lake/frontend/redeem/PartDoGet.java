package dev.lake.frontend.redeem;

import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import java.io.InputStream;
import org.apache.arrow.flight.impl.Flight.Ticket;

/**
 * DoGet for parts. It stands before Arrow's own DoGet, because that one would take every message
 * apart into vectors and put it together again: the tickets of parts go to {@link PartStreams}, all
 * others to the method that was there.
 */
public final class PartDoGet {
  private static final String METHOD = "arrow.flight.protocol.FlightService/DoGet";

  private final PartStreams streams;

  /** Serves parts from these streams. */
  public PartDoGet(PartStreams streams) {
    this.streams = streams;
  }

  /** The Flight service with this DoGet before its own. */
  public ServerServiceDefinition over(ServerServiceDefinition service) {
    ServerServiceDefinition.Builder both =
        ServerServiceDefinition.builder(service.getServiceDescriptor().getName());
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      if (method.getMethodDescriptor().getFullMethodName().equals(METHOD)) {
        both.addMethod(overlay(cast(method)));
      } else {
        both.addMethod(method);
      }
    }
    return both.build();
  }

  /** Flight's service definition fixes the type of DoGet's request; its responses stay opaque. */
  @SuppressWarnings("unchecked")
  private static ServerMethodDefinition<Ticket, Object> cast(ServerMethodDefinition<?, ?> method) {
    return (ServerMethodDefinition<Ticket, Object>) method;
  }

  private ServerMethodDefinition<Ticket, Object> overlay(
      ServerMethodDefinition<Ticket, Object> other) {
    MethodDescriptor<Ticket, Object> descriptor =
        other.getMethodDescriptor().toBuilder(
                other.getMethodDescriptor().getRequestMarshaller(),
                new EitherMarshaller(other.getMethodDescriptor().getResponseMarshaller()))
            .build();
    ServerCallHandler<Ticket, Object> parts =
        ServerCalls.asyncServerStreamingCall(
            (ticket, responses) ->
                streams.open(
                    ticket.getTicket().toByteArray(),
                    (ServerCallStreamObserver<Object>) responses));
    return ServerMethodDefinition.create(
        descriptor,
        (call, headers) -> new Choice(call, headers, parts, other.getServerCallHandler()));
  }

  /** Waits for the ticket, then leaves everything to the method that it belongs to. */
  private static final class Choice
      extends ForwardingServerCallListener.SimpleForwardingServerCallListener<Ticket> {
    private final ServerCall<Ticket, Object> call;
    private final Metadata headers;
    private final ServerCallHandler<Ticket, Object> parts;
    private ServerCall.Listener<Ticket> chosen;

    Choice(
        ServerCall<Ticket, Object> call,
        Metadata headers,
        ServerCallHandler<Ticket, Object> parts,
        ServerCallHandler<Ticket, Object> other) {
      // The other one asks for the request message; it stays idle if the ticket is not its own.
      super(other.startCall(call, headers));
      this.call = call;
      this.headers = headers;
      this.parts = parts;
      this.chosen = super.delegate();
    }

    @Override
    protected ServerCall.Listener<Ticket> delegate() {
      return chosen;
    }

    @Override
    public void onMessage(Ticket ticket) {
      if (PartTickets.marked(ticket.getTicket().toByteArray())) {
        chosen = parts.startCall(call, headers);
      }
      chosen.onMessage(ticket);
    }
  }

  /** Parts are forwarded as they stand, everything else is Arrow's to write. */
  private record EitherMarshaller(Marshaller<Object> other) implements Marshaller<Object> {
    @Override
    public InputStream stream(Object value) {
      return value instanceof PartMessage message ? message.stream() : other.stream(value);
    }

    @Override
    public Object parse(InputStream stream) {
      return other.parse(stream);
    }
  }
}
