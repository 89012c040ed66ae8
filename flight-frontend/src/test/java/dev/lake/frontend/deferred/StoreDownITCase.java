package dev.lake.frontend.deferred;

import static dev.lake.frontend.deferred.DeferredFixture.ada;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lake.frontend.app.local.DataDirectory;
import dev.lake.frontend.app.local.ObjectStoreKeys;
import dev.lake.frontend.app.local.ObjectStoreProcess;
import dev.lake.jobs.store.S3Config;
import dev.lake.jobs.store.S3ObjectStore;
import dev.lake.protocol.QuerySpec;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.Ticket;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The result store is a real one, and then it is away. */
class StoreDownITCase {
  @TempDir Path folder;

  @Test
  void aStoreThatIsAwayIsNamedAndNothingIsHalfSubmitted() throws Exception {
    try (DataDirectory directory = DataDirectory.open(folder.resolve("store"))) {
      ObjectStoreKeys keys = ObjectStoreKeys.ensure(directory);
      Path jar = Path.of(System.getProperty("lake.s3proxy"));
      try (ObjectStoreProcess store =
              ObjectStoreProcess.start(directory, jar, keys, List.of("results"));
          DeferredFixture lake =
              new DeferredFixture(
                  folder, UnaryOperator.identity(), new S3ObjectStore(config(store, keys)))) {
        PollInfo first = lake.start();
        QuerySpec spec = lake.spec(first);
        lake.leader.succeed(spec);
        Ticket part = lake.poll(first).getFlightInfo().getEndpoints().get(0).getTicket();

        store.close();

        // Each waits for a while before it gives up: together, so that the test is over sooner.
        CompletableFuture<Void> submitting = refused(() -> lake.start());
        CompletableFuture<Void> polling = refused(() -> lake.poll(first));
        CompletableFuture<Void> reading = refused(() -> read(lake, part));
        CompletableFuture.allOf(submitting, polling, reading).get(120, TimeUnit.SECONDS);
        assertThat(lake.records()).hasSize(1);
      }
    }
  }

  private static S3Config config(ObjectStoreProcess store, ObjectStoreKeys keys) {
    return new S3Config(
        store.endpoint(),
        "us-east-1",
        keys.accessKey(),
        keys.secretKey(),
        "results",
        "",
        true,
        S3Config.Checksums.WHEN_REQUIRED);
  }

  private static void read(DeferredFixture lake, Ticket part) throws Exception {
    try (FlightStream stream = lake.client().getStream(part, ada())) {
      stream.next();
    }
  }

  private static CompletableFuture<Void> refused(ThrowingCallable call) {
    return CompletableFuture.runAsync(
        () -> {
          FlightRuntimeException e = catchThrowableOfType(FlightRuntimeException.class, call);
          assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE);
          assertThat(e)
              .hasMessageContaining("STORE_UNAVAILABLE")
              .hasMessageNotContaining("127.0.0.1")
              .hasMessageNotContaining("analytics");
        });
  }
}
