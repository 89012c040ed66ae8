package dev.lake.frontend.redeem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lake.jobs.materialize.ResultKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartDoGetTest {
  private RedeemFixture lake;

  @BeforeEach
  void start(@TempDir java.nio.file.Path folder) throws Exception {
    lake = new RedeemFixture(folder, new RedeemLimits(400, 4, 1 << 20));
  }

  @AfterEach
  void stop() throws Exception {
    lake.close();
  }

  @Test
  void aPartIsStreamedWithEveryRow() {
    assertThat(lake.rows(lake.ticket(lake.part("part-a.arrow", 10, 1_000)))).isEqualTo(10_000);
    await().untilAsserted(() -> assertThat(lake.streams().open()).isZero());
    assertThat(lake.streams().connections()).isZero();
  }

  @Test
  void aPartWithoutRowsIsItsSchema() {
    assertThat(lake.rows(lake.ticket(lake.part("part-a.arrow", 0, 0)))).isZero();
  }

  @Test
  void anyOtherTicketGoesToTheMethodThatWasThere() {
    assertThat(lake.rows(new Ticket(new byte[] {1, 2, 3}))).isEqualTo(RedeemFixture.OTHER_ROWS);
  }

  @Test
  @DisplayName("I5: a ticket is for one principal, until it expires, and cannot be altered")
  void i5_ticketsOpenOneThingForOnePrincipal() {
    Ticket ticket = lake.ticket(lake.part("part-a.arrow", 1, 10));
    refused(FlightStatusCode.INVALID_ARGUMENT, "another principal", () -> lake.rowsAsBob(ticket));
    for (int at = 4; at < ticket.getBytes().length; at += 7) {
      byte[] forged = ticket.getBytes().clone();
      forged[at] ^= 1;
      refused(
          FlightStatusCode.INVALID_ARGUMENT, "TICKET_INVALID", () -> lake.rows(new Ticket(forged)));
    }
    lake.clock().advance(Duration.ofMinutes(16));
    refused(FlightStatusCode.UNAUTHENTICATED, "poll query", () -> lake.rows(ticket));
  }

  @Test
  @DisplayName("I5: a principal that lost a grant redeems nothing")
  void i5_grantsAreCheckedAgain() throws Exception {
    Ticket ticket = lake.ticket(lake.part("part-a.arrow", 1, 10));
    lake.takeGrantsAway();
    refused(FlightStatusCode.UNAUTHORIZED, "PERMISSION_DENIED", () -> lake.rows(ticket));
  }

  @Test
  @DisplayName("I8: a part that is short, altered or gone never ends with OK")
  void i8_damagedPartsAreDataLoss() throws Exception {
    Random random = new Random(8);
    for (int round = 0; round < 20; round++) {
      String name = "part-" + round + ".arrow";
      Ticket ticket = lake.ticket(lake.part(name, 3, 500));
      lake.flipOneBit(name, random);
      refused(FlightStatusCode.INTERNAL, "DATA_LOSS", () -> lake.readAll(ticket));
    }
    Ticket shortened = lake.ticket(lake.part("part-short.arrow", 3, 500));
    lake.truncate("part-short.arrow", 1);
    refused(FlightStatusCode.INTERNAL, "", () -> lake.readAll(shortened));
    Ticket deleted = lake.ticket(lake.part("part-gone.arrow", 3, 500));
    lake.results()
        .delete(
            List.of(
                ResultKeys.part(RedeemFixture.ALICE.tenant(), lake.query(), "part-gone.arrow")));
    refused(FlightStatusCode.NOT_FOUND, "RESULT_EXPIRED", () -> lake.rows(deleted));
  }

  @Test
  @DisplayName("I7, I10: many stalled streams hold few connections and all of them end whole")
  void manyStreamsOpenedTogetherAreReadInOrder() throws Exception {
    List<FlightStream> open = new ArrayList<>();
    List<Ticket> tickets = new ArrayList<>();
    for (int part = 0; part < 60; part++) {
      tickets.add(lake.ticket(lake.part("part-" + part + ".arrow", 20, 4_000)));
    }
    List<Integer> order = new ArrayList<>();
    for (int part = 0; part < tickets.size(); part++) {
      order.add(part);
      open.add(null);
    }
    Collections.shuffle(order, new Random(1));
    for (int part : order) {
      open.set(part, lake.open(tickets.get(part)));
    }
    await().untilAsserted(() -> assertThat(lake.streams().connections()).isLessThanOrEqualTo(8));
    for (FlightStream stream : open) {
      assertThat(RedeemFixture.drain(stream)).isEqualTo(80_000);
    }
    await().untilAsserted(() -> assertThat(lake.streams().open()).isZero());
  }

  @Test
  @DisplayName("I10: a client that goes leaves nothing behind")
  void i10_cancelledStreamsEnd() throws Exception {
    Ticket ticket = lake.ticket(lake.part("part-a.arrow", 100, 10_000));
    for (int round = 0; round < 20; round++) {
      try (FlightStream stream = lake.open(ticket)) {
        stream.next();
        stream.cancel("enough", null);
      }
    }
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(
            () -> {
              assertThat(lake.streams().open()).isZero();
              assertThat(lake.streams().connections()).isZero();
            });
  }

  @Test
  @DisplayName("I7: streams past the bound are refused by name")
  void i7_tooManyStreamsAreRefused() throws Exception {
    lake.close();
    lake = lake.again(new RedeemLimits(2, 1, 1 << 20));
    Ticket ticket = lake.ticket(lake.part("part-b.arrow", 50, 10_000));
    try (FlightStream first = lake.open(ticket);
        FlightStream second = lake.open(ticket)) {
      await().untilAsserted(() -> assertThat(lake.streams().open()).isEqualTo(2));
      refused(FlightStatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_QUERIES", () -> lake.rows(ticket));
      first.cancel("enough", null);
      second.cancel("enough", null);
    }
  }

  @Test
  void aMessageBeyondTheBoundIsRefusedBeforeItIsRead() {
    Ticket ticket = lake.ticket(lake.part("part-a.arrow", 1, 400_000));
    refused(FlightStatusCode.INTERNAL, "beyond the bounds", () -> lake.rows(ticket));
  }

  private static void refused(FlightStatusCode code, String part, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(part)
        .hasMessageNotContaining(Instant.EPOCH.toString());
  }
}
