package dev.lake.frontend.flight;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.deferred.DeferredService;
import dev.lake.frontend.interactive.StatementRequest;
import dev.lake.frontend.status.Statuses;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.impl.FlightServiceGrpc;

/**
 * The Flight methods that do not go through Arrow's service, because there they would hold a
 * thread: PollFlightInfo for as long as a poll is held, DoPut and DoExchange until the client sends
 * something.
 */
final class ReplacedMethods {
  private final StatementCommands statements;
  private final DeferredService deferred;

  ReplacedMethods(StatementCommands statements, DeferredService deferred) {
    this.statements = statements;
    this.deferred = deferred;
  }

  /** The service with these methods in place of its own. */
  ServerServiceDefinition over(ServerServiceDefinition service) {
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    methods.add(
        ServerMethodDefinition.create(
            FlightServiceGrpc.getPollFlightInfoMethod(), ServerCalls.asyncUnaryCall(this::poll)));
    methods.add(
        ServerMethodDefinition.create(
            FlightServiceGrpc.getDoPutMethod(), ServerCalls.asyncBidiStreamingCall(Refusal::put)));
    methods.add(
        ServerMethodDefinition.create(
            FlightServiceGrpc.getDoExchangeMethod(),
            ServerCalls.asyncBidiStreamingCall(Refusal::exchange)));
    List<String> replaced =
        methods.stream().map(method -> method.getMethodDescriptor().getFullMethodName()).toList();
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      if (!replaced.contains(method.getMethodDescriptor().getFullMethodName())) {
        methods.add(method);
      }
    }
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(service.getServiceDescriptor().getName());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder result = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(result::addMethod);
    return result.build();
  }

  private void poll(
      Flight.FlightDescriptor descriptor, StreamObserver<Flight.PollInfo> plainAnswers) {
    ServerCallStreamObserver<Flight.PollInfo> answers =
        (ServerCallStreamObserver<Flight.PollInfo>) plainAnswers;
    try {
      GrpcPollCall call = new GrpcPollCall(Caller.current(), descriptor(descriptor), answers);
      start(descriptor, call)
          .whenComplete(
              (info, failure) -> {
                if (answers.isCancelled()) {
                  return;
                }
                if (failure == null) {
                  answer(info, answers);
                  return;
                }
                answers.onError(Statuses.of(failure));
              });
    } catch (Throwable failure) {
      answers.onError(Statuses.of(failure));
    }
  }

  private CompletionStage<PollInfo> start(Flight.FlightDescriptor descriptor, GrpcPollCall call) {
    if (descriptor.getType() != Flight.FlightDescriptor.DescriptorType.CMD) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT,
          "The descriptor must be a Flight SQL statement or a poll handle, not a path");
    }
    byte[] bytes = descriptor.getCmd().toByteArray();
    Optional<Any> command = Commands.parse(bytes);
    if (command.isEmpty()) {
      return deferred.poll(bytes, call);
    }
    StatementRequest request =
        statements
            .request(command.orElseThrow(), call.caller())
            .orElseThrow(
                () ->
                    Commands.unknown(
                        "PollFlightInfo of "
                            + Commands.name(command.orElseThrow())
                            + "; ask GetFlightInfo"));
    return deferred.start(request, call);
  }

  private static void answer(PollInfo info, StreamObserver<Flight.PollInfo> answers) {
    Flight.PollInfo message;
    try {
      message = Flight.PollInfo.parseFrom(info.serialize());
    } catch (InvalidProtocolBufferException | RuntimeException e) {
      answers.onError(Statuses.of(e));
      return;
    }
    answers.onNext(message);
    answers.onCompleted();
  }

  private static FlightDescriptor descriptor(Flight.FlightDescriptor message) throws IOException {
    return FlightDescriptor.deserialize(message.toByteString().asReadOnlyByteBuffer());
  }
}
