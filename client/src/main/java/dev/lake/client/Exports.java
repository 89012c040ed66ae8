package dev.lake.client;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;

/**
 * Materialized results. A submission with an id can be repeated: whatever was lost on the way,
 * there is one query. Waiting survives a restart of the server.
 */
public final class Exports {
  /** A server holds a poll for at most half a minute. */
  private static final Duration POLL = Duration.ofMinutes(1);

  /** How long a server may be away before waiting ends with UNAVAILABLE. */
  private static final Duration OUTAGE = Duration.ofMinutes(2);

  private static final Duration RETRY = Duration.ofMillis(500);
  private static final String SUBMISSION_ID = "x-lake-submission-id";

  /** Seconds for which a poll without news is held: short, for the sake of progress shown. */
  private static final String POLL_WAIT = "x-lake-poll-wait";

  private final FlightClient flight;
  private final ManagedChannel channel;
  private final Clock clock;

  Exports(FlightClient flight, ManagedChannel channel) {
    this.flight = flight;
    this.channel = channel;
    this.clock = Clock.systemUTC();
  }

  /**
   * Starts an export, or finds the one that this id already started.
   *
   * @param submissionId chosen by the caller, new for each export
   */
  public ExportStatus submit(String sql, String submissionId) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert(SUBMISSION_ID, submissionId);
    FlightDescriptor statement =
        FlightDescriptor.command(
            Any.pack(
                    CommandStatementQuery.newBuilder()
                        .setQueryBytes(ByteString.copyFromUtf8(sql))
                        .build())
                .toByteArray());
    return poll(statement, new HeaderCallOption(headers));
  }

  /** Asks again; the server answers when something changed, or after about a second. */
  public ExportStatus poll(byte[] handle) {
    return poll(FlightDescriptor.command(handle));
  }

  private ExportStatus poll(FlightDescriptor handle) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert(POLL_WAIT, "1");
    return poll(handle, new HeaderCallOption(headers));
  }

  private ExportStatus poll(FlightDescriptor descriptor, CallOption headers) {
    CallOption deadline = CallOptions.timeout(POLL.toMillis(), TimeUnit.MILLISECONDS);
    return ServerFailures.translated(
        () -> ExportStatus.of(flight.pollInfo(descriptor, headers, deadline), descriptor));
  }

  /**
   * Submits and waits until the result is complete.
   *
   * @param onProgress is told of every answer, the last one included
   */
  public ExportStatus run(String sql, String submissionId, Consumer<ExportStatus> onProgress) {
    ExportStatus status = patiently(() -> submit(sql, submissionId));
    return await(status, onProgress);
  }

  /** Waits for an export that was submitted before. */
  public ExportStatus await(ExportStatus submitted, Consumer<ExportStatus> onProgress) {
    ExportStatus status = submitted;
    onProgress.accept(status);
    while (!status.done()) {
      FlightDescriptor descriptor = status.descriptor();
      status = patiently(() -> poll(descriptor));
      onProgress.accept(status);
    }
    return status;
  }

  /**
   * Cancels; repeating it changes nothing.
   *
   * @return false where it had already ended
   */
  public boolean cancel(ExportStatus status) {
    return ServerFailures.translated(
        () -> {
          CancelStatus answer =
              flight
                  .cancelFlightInfo(
                      new CancelFlightInfoRequest(status.info()),
                      CallOptions.timeout(POLL.toMillis(), TimeUnit.MILLISECONDS))
                  .getStatus();
          return answer == CancelStatus.CANCELLED || answer == CancelStatus.CANCELLING;
        });
  }

  /**
   * Downloads one part into {@code directory} under its own name, and proves that it is whole.
   *
   * @throws LakeException DATA_LOSS where rows, bytes, digest or schema are not what was announced
   */
  public Path download(ExportStatus status, PartEndpoint part, Path directory) {
    PartDownload download = new PartDownload(channel, status.schema(), directory);
    try {
      return download.fetch(part);
    } catch (LakeException e) {
      if (e.code() != ErrorCode.TICKET_EXPIRED && e.code() != ErrorCode.UNAVAILABLE) {
        throw e;
      }
      return download.fetch(again(status, part));
    }
  }

  /** A fresh ticket of the same part. */
  private PartEndpoint again(ExportStatus status, PartEndpoint part) {
    ExportStatus fresh = patiently(() -> poll(status.descriptor()));
    return fresh.parts().stream()
        .filter(other -> other.summary().equals(part.summary()))
        .findFirst()
        .orElseThrow(
            () ->
                new LakeException(
                    ErrorCode.DATA_LOSS, "Part %s is no longer announced", part.summary().name()));
  }

  /** Repeats a call that changes nothing by being repeated, as long as the server is away. */
  private ExportStatus patiently(Call call) {
    Optional<Instant> awayUntil = Optional.empty();
    while (true) {
      try {
        return call.run();
      } catch (LakeException e) {
        Instant now = clock.instant();
        Instant giveUp = awayUntil.orElseGet(() -> now.plus(OUTAGE));
        boolean away = e.code() == ErrorCode.UNAVAILABLE || e.code() == ErrorCode.LEADER_DEPOSED;
        if (!away || now.isAfter(giveUp) || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        awayUntil = Optional.of(giveUp);
        LockSupport.parkNanos(RETRY.toNanos());
      }
    }
  }

  private interface Call {
    ExportStatus run();
  }
}
