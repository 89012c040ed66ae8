package dev.lake.client;

import com.google.protobuf.ByteString;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartSummary;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.impl.Flight.FlightData;
import org.apache.arrow.flight.impl.Flight.Ticket;
import org.apache.arrow.flight.impl.FlightServiceGrpc;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Downloads a part as the bytes that are stored: the messages of the Arrow IPC stream are taken
 * from gRPC as they are and framed again, no vector is built. So the file's digest is the
 * manifest's.
 */
final class PartDownload {
  private static final Duration LONGEST = Duration.ofHours(6);

  private final ManagedChannel channel;
  private final Schema schema;
  private final Path directory;

  PartDownload(ManagedChannel channel, Schema schema, Path directory) {
    this.channel = channel;
    this.schema = schema;
    this.directory = directory;
  }

  /** Returns the file; what could not be proven to be whole leaves none. */
  Path fetch(PartEndpoint part) {
    Path file = directory.resolve(part.summary().name());
    Path draft = directory.resolve("." + part.summary().name() + ".partial");
    try {
      Files.createDirectories(directory);
      write(part, draft);
      return Files.move(
          draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.STORE_UNAVAILABLE, e, "Cannot write %s: %s", file, e.getMessage());
    } finally {
      discard(draft);
    }
  }

  private static void discard(Path draft) {
    try {
      Files.deleteIfExists(draft);
    } catch (IOException e) {
      // The download's own failure matters more; the next attempt overwrites the file.
      draft.toFile().deleteOnExit();
    }
  }

  private void write(PartEndpoint part, Path draft) throws IOException {
    PartSummary summary = part.summary();
    Context.CancellableContext call = Context.current().withCancellation();
    Context before = call.attach();
    try (PartFile file = new PartFile(draft, summary.digest().algorithm())) {
      Iterator<FlightData> messages =
          FlightServiceGrpc.newBlockingStub(channel)
              .withDeadlineAfter(LONGEST.toMillis(), TimeUnit.MILLISECONDS)
              .doGet(
                  Ticket.newBuilder()
                      .setTicket(ByteString.copyFrom(part.ticket().getBytes()))
                      .build());
      while (ServerFailures.translated(messages::hasNext)) {
        FlightData message = ServerFailures.translated(messages::next);
        file.append(message.getDataHeader(), message.getDataBody());
      }
      file.end();
      file.check(summary, schema);
    } finally {
      call.detach(before);
      call.cancel(null);
    }
  }
}
