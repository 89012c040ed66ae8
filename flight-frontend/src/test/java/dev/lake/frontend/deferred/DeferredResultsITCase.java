package dev.lake.frontend.deferred;

import static dev.lake.frontend.deferred.DeferredFixture.RESULT_LIFETIME;
import static dev.lake.frontend.deferred.DeferredFixture.SCHEMA;
import static dev.lake.frontend.deferred.DeferredFixture.TICKET_LIFETIME;
import static dev.lake.frontend.deferred.DeferredFixture.ada;
import static dev.lake.frontend.deferred.DeferredFixture.bob;
import static dev.lake.frontend.deferred.DeferredFixture.query;
import static dev.lake.frontend.deferred.DeferredFixture.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.ManifestPart;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.PartSummary;
import dev.lake.protocol.PartSummaryCodec;
import dev.lake.protocol.Progress;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.QueryStatus;
import dev.lake.protocol.QueryStatusCodec;
import dev.lake.protocol.StopReason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.RenewFlightEndpointRequest;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How deferred queries end, and who may fetch or stop them. */
class DeferredResultsITCase {
  private static final CallOption AT_ONCE = DeferredFixture.header("x-lake-poll-wait", "0");

  @TempDir Path folder;
  private DeferredFixture lake;
  private PollInfo first;
  private QuerySpec spec;

  @BeforeEach
  void start() throws Exception {
    lake = new DeferredFixture(folder, UnaryOperator.identity());
    first = lake.start();
    spec = lake.spec(first);
  }

  @AfterEach
  void stop() throws Exception {
    lake.close();
  }

  private static FlightRuntimeException refused(
      FlightStatusCode code, String text, ThrowingCallable call) {
    FlightRuntimeException e = catchThrowableOfType(FlightRuntimeException.class, call);
    assertThat(e).hasMessageContaining(text);
    assertThat(e.status().code()).isEqualTo(code);
    assertThat(e.getMessage()).doesNotContain("trips", "results");
    return e;
  }

  @Test
  @DisplayName("I1, I8: a result is its parts in order, each with what must be counted in it")
  void aResultIsItsPartsInOrder() {
    lake.leader.succeed(spec);
    PollInfo last = lake.poll(first);
    FlightInfo info = last.getFlightInfo();
    assertThat(last.getFlightDescriptor()).isEmpty();
    assertThat(last.getProgress()).contains(1.0);
    assertThat(info.getSchemaOptional().orElseThrow()).isEqualTo(SCHEMA);
    assertThat(info.getOrdered()).isTrue();
    assertThat(info.getRecords()).isEqualTo(73);
    assertThat(info.getBytes()).isEqualTo(709);
    assertThat(status(info).progress()).isEqualTo(new Progress(73, 709, 1));
    List<ManifestPart> parts = PlayedLeader.parts();
    assertThat(info.getEndpoints()).hasSameSizeAs(parts);
    for (int at = 0; at < parts.size(); at++) {
      FlightEndpoint endpoint = info.getEndpoints().get(at);
      ManifestPart part = parts.get(at);
      assertThat(endpoint.getLocations()).isEmpty();
      assertThat(PartSummaryCodec.read(endpoint.getAppMetadata()))
          .isEqualTo(new PartSummary(part.name(), part.rows(), part.bytes(), part.digest()));
      PartClaims claims = lake.claims(endpoint.getTicket());
      assertThat(claims.part()).isEqualTo(part.name());
      assertThat(claims.etag()).isEqualTo(part.etag());
      assertThat(claims.rows()).isEqualTo(part.rows());
      assertThat(claims.principal()).isEqualTo(DeferredFixture.ADA);
      assertThat(endpoint.getTicket().getBytes()).hasSizeLessThanOrEqualTo(1024);
    }
  }

  @Test
  @DisplayName("I3: before the record says SUCCEEDED there is nothing to fetch")
  void i3_aManifestAloneMakesNothingVisible() {
    lake.leader.run(spec.id());
    lake.leader.publish(spec);
    PollInfo answer = lake.poll(first, AT_ONCE);
    assertThat(answer.getFlightInfo().getEndpoints()).isEmpty();
    assertThat(answer.getFlightDescriptor()).isPresent();
    lake.leader.finish(spec);
    assertThat(lake.poll(first).getFlightInfo().getEndpoints()).hasSize(2);
  }

  @Test
  @DisplayName("I5: no ticket outlives its result")
  void i5_noTicketOutlivesItsResult() throws Exception {
    Instant expires = lake.clock.instant().plus(RESULT_LIFETIME);
    lake.leader.succeed(spec);
    FlightEndpoint early = lake.poll(first).getFlightInfo().getEndpoints().get(0);
    assertThat(lake.expirationsOnTheWire(first))
        .containsOnly(lake.clock.instant().plus(TICKET_LIFETIME));
    assertThat(lake.claims(early.getTicket()).expires())
        .isEqualTo(lake.clock.instant().plus(TICKET_LIFETIME));
    lake.clock.advance(RESULT_LIFETIME.minusMinutes(5));
    FlightEndpoint late = lake.poll(first).getFlightInfo().getEndpoints().get(0);
    assertThat(lake.expirationsOnTheWire(first)).containsOnly(expires);
    assertThat(lake.claims(late.getTicket()).expires()).isEqualTo(expires);
    FlightEndpoint renewed = renew(early, ada());
    assertThat(lake.claims(renewed.getTicket()).expires()).isEqualTo(expires);
  }

  @Test
  void aHandleCanBeUsedAgainUntilTheResultHasExpired() {
    lake.leader.succeed(spec);
    lake.clock.advance(RESULT_LIFETIME.minusSeconds(1));
    FlightEndpoint endpoint = lake.poll(first).getFlightInfo().getEndpoints().get(0);
    lake.clock.advance(Duration.ofSeconds(1));
    refused(FlightStatusCode.NOT_FOUND, "RESULT_EXPIRED", () -> lake.poll(first));
    refused(FlightStatusCode.NOT_FOUND, "RESULT_EXPIRED", () -> renew(endpoint, ada()));
    lake.leader.retire(spec.id());
    refused(FlightStatusCode.NOT_FOUND, "RESULT_EXPIRED", () -> lake.poll(first));
    refused(FlightStatusCode.NOT_FOUND, "RESULT_EXPIRED", () -> renew(endpoint, ada()));
  }

  @Test
  @DisplayName("I3, I8: another manifest than the published one is DATA_LOSS")
  void i3_aManifestThatWasReplacedIsDataLoss() {
    lake.leader.succeed(spec);
    lake.leader.replaceManifest(spec);
    assertThatThrownBy(() -> lake.poll(first)).hasMessageContaining("DATA_LOSS");
  }

  @Test
  void aFailureIsToldWithItsReason() {
    lake.leader.run(spec.id());
    lake.leader.fail(spec.id(), StopReason.FAILED, ErrorCode.VERSION_GONE, "the version is gone");
    FlightRuntimeException e =
        refused(FlightStatusCode.NOT_FOUND, "VERSION_GONE", () -> lake.poll(first));
    assertThat(e).hasMessageContaining("the version is gone").hasMessageContaining("failed");
  }

  @Test
  void aMissedDeadlineIsToldAsOne() {
    lake.leader.fail(
        spec.id(), StopReason.DEADLINE, ErrorCode.DEADLINE_EXCEEDED, "it ran for an hour");
    assertThatThrownBy(() -> lake.poll(first)).hasMessageContaining("DEADLINE_EXCEEDED");
  }

  @Test
  void aCancelledQueryIsToldAsCancelled() {
    assertThat(cancel(first, ada())).isEqualTo(CancelStatus.CANCELLING);
    assertThat(cancel(first, ada())).isEqualTo(CancelStatus.CANCELLING);
    assertThat(lake.state(spec.id())).isEqualTo(QueryState.STOPPING);
    lake.leader.finishStop(spec.id());
    assertThat(cancel(first, ada())).isEqualTo(CancelStatus.CANCELLED);
    refused(FlightStatusCode.CANCELLED, "QUERY_CANCELLED", () -> lake.poll(first));
  }

  @Test
  void whatSucceededCannotBeCancelled() {
    lake.leader.succeed(spec);
    assertThat(cancel(first, ada())).isEqualTo(CancelStatus.NOT_CANCELLABLE);
    assertThat(lake.poll(first).getFlightInfo().getEndpoints()).hasSize(2);
  }

  @Test
  void cancelAnswersNonsenseByName() {
    for (String metadata : List.of("{", "{\"format-version\":1}", "x".repeat(5_000))) {
      FlightInfo info =
          FlightInfo.builder(SCHEMA, FlightDescriptor.command(new byte[] {1}), List.of())
              .setAppMetadata(metadata.getBytes(java.nio.charset.StandardCharsets.UTF_8))
              .build();
      assertThatThrownBy(
              () -> lake.client().cancelFlightInfo(new CancelFlightInfoRequest(info), ada()))
          .hasMessageContaining("INVALID_ARGUMENT");
    }
  }

  @Test
  @DisplayName("I5: another principal's query is one that does not exist, in the same words")
  void i5_anotherPrincipalsQueryDoesNotExist() {
    FlightDescriptor handle = first.getFlightDescriptor().orElseThrow();
    String unknown = unknownToPoll();
    assertThat(answer(spec.id(), () -> lake.client().pollInfo(handle, bob()))).isEqualTo(unknown);
    assertThat(answer(spec.id(), () -> cancel(first, bob()))).isEqualTo(unknown);
    assertThat(lake.state(spec.id())).isEqualTo(QueryState.QUEUED);
    lake.leader.succeed(spec);
    FlightEndpoint endpoint = lake.poll(first).getFlightInfo().getEndpoints().get(0);
    assertThat(answer(spec.id(), () -> lake.client().pollInfo(handle, bob()))).isEqualTo(unknown);
    assertThat(answer(spec.id(), () -> cancel(first, bob()))).isEqualTo(unknown);
    assertThat(answer(spec.id(), () -> renew(endpoint, bob()))).isEqualTo(unknown);
    lake.leader.retire(spec.id());
    assertThat(answer(spec.id(), () -> lake.client().pollInfo(handle, bob()))).isEqualTo(unknown);
    assertThat(answer(spec.id(), () -> cancel(first, bob()))).isEqualTo(unknown);
    assertThat(answer(spec.id(), () -> renew(endpoint, bob()))).isEqualTo(unknown);
  }

  private String unknownToPoll() {
    QueryId never = QueryId.random();
    String answer = answer(never, () -> lake.client().pollInfo(lake.handle(never), ada()));
    assertThat(answer).contains("QUERY_NOT_FOUND");
    FlightInfo info =
        FlightInfo.builder(SCHEMA, lake.handle(never), List.of())
            .setAppMetadata(
                QueryStatusCodec.write(
                    new QueryStatus(never, QueryState.QUEUED, Optional.empty(), Progress.NONE)))
            .build();
    assertThat(
            answer(
                never,
                () -> lake.client().cancelFlightInfo(new CancelFlightInfoRequest(info), ada())))
        .isEqualTo(answer);
    return answer;
  }

  /** Everything that a client sees of a refusal, but for the id that it named itself. */
  private static String answer(QueryId query, ThrowingCallable call) {
    FlightRuntimeException e = catchThrowableOfType(FlightRuntimeException.class, call);
    StringBuilder seen = new StringBuilder(e.status().code() + " " + e.status().description());
    for (String key : new TreeSet<>(e.status().metadata().keys())) {
      seen.append(' ').append(key).append('=').append(e.status().metadata().getAll(key));
    }
    return seen.toString().replace(query.value(), "ID");
  }

  @Test
  @DisplayName("I5: a handle that was forged, cut or made for something else opens nothing")
  void i5_onlyAHandleOpensAQuery() {
    byte[] handle = first.getFlightDescriptor().orElseThrow().getCommand();
    for (int at = 0; at < handle.length; at++) {
      byte[] forged = handle.clone();
      forged[at] ^= 4;
      refused(
          FlightStatusCode.INVALID_ARGUMENT,
          "TICKET_INVALID",
          () -> lake.client().pollInfo(FlightDescriptor.command(forged), ada()));
    }
    byte[] older = handle.clone();
    older[0]--;
    refused(
        FlightStatusCode.INVALID_ARGUMENT,
        "another version of lake",
        () -> lake.client().pollInfo(FlightDescriptor.command(older), ada()));
    byte[] cut = java.util.Arrays.copyOf(handle, handle.length - 1);
    refused(
        FlightStatusCode.INVALID_ARGUMENT,
        "TICKET_INVALID",
        () -> lake.client().pollInfo(FlightDescriptor.command(cut), ada()));
    lake.leader.succeed(spec);
    byte[] ticket = lake.poll(first).getFlightInfo().getEndpoints().get(0).getTicket().getBytes();
    refused(
        FlightStatusCode.INVALID_ARGUMENT,
        "TICKET_INVALID",
        () -> lake.client().pollInfo(FlightDescriptor.command(ticket), ada()));
  }

  @Test
  @DisplayName("I9: who lost a grant gets no ticket, neither a first nor a fresh one")
  void aLostGrantEndsMintingAndRenewal() throws Exception {
    lake.leader.succeed(spec);
    FlightEndpoint endpoint = lake.poll(first).getFlightInfo().getEndpoints().get(0);
    lake.allow("main.other");
    refused(FlightStatusCode.UNAUTHORIZED, "PERMISSION_DENIED", () -> lake.poll(first));
    refused(FlightStatusCode.UNAUTHORIZED, "PERMISSION_DENIED", () -> renew(endpoint, ada()));
    lake.allow("main.trips");
    assertThat(lake.poll(first).getFlightInfo().getEndpoints()).hasSize(2);
  }

  @Test
  void renewalChangesNothingButTheTime() {
    lake.leader.succeed(spec);
    FlightEndpoint old = lake.poll(first).getFlightInfo().getEndpoints().get(1);
    lake.clock.advance(TICKET_LIFETIME.plusMinutes(1));
    FlightEndpoint fresh = renew(old, ada());
    PartClaims before = lake.claims(old.getTicket());
    PartClaims after = lake.claims(fresh.getTicket());
    assertThat(after.expires()).isEqualTo(lake.clock.instant().plus(TICKET_LIFETIME));
    assertThat(fresh.getAppMetadata()).isEqualTo(old.getAppMetadata());
    assertThat(after).usingRecursiveComparison().ignoringFields("expires").isEqualTo(before);
    assertThatThrownBy(
            () ->
                renew(
                    new FlightEndpoint(new org.apache.arrow.flight.Ticket(new byte[] {1})), ada()))
        .hasMessageContaining("TICKET_INVALID");
  }

  @Test
  @DisplayName("I5: whatever one replica gave out, every other takes")
  void i5_anyReplicaTakesWhatAnotherGaveOut() throws Exception {
    try (Replica replica = lake.another()) {
      FlightClient other = replica.client;
      FlightDescriptor handle = first.getFlightDescriptor().orElseThrow();
      PollInfo queued = other.pollInfo(handle, ada(), AT_ONCE);
      assertThat(query(queued)).isEqualTo(spec.id());
      assertThat(queued.getFlightInfo().getSchemaOptional().orElseThrow()).isEqualTo(SCHEMA);
      lake.leader.succeed(spec);
      FlightEndpoint endpoint = other.pollInfo(handle, ada()).getFlightInfo().getEndpoints().get(0);
      assertThat(renew(endpoint, ada()).getAppMetadata()).isEqualTo(endpoint.getAppMetadata());
      PollInfo second = lake.start();
      assertThat(
              other
                  .cancelFlightInfo(new CancelFlightInfoRequest(second.getFlightInfo()), ada())
                  .getStatus())
          .isEqualTo(CancelStatus.CANCELLING);
      assertThat(lake.state(query(second))).isEqualTo(QueryState.STOPPING);
    }
  }

  private CancelStatus cancel(PollInfo poll, CallOption caller) {
    return lake.client()
        .cancelFlightInfo(new CancelFlightInfoRequest(poll.getFlightInfo()), caller)
        .getStatus();
  }

  private FlightEndpoint renew(FlightEndpoint endpoint, CallOption caller) {
    return lake.client().renewFlightEndpoint(new RenewFlightEndpointRequest(endpoint), caller);
  }
}
