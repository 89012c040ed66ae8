package dev.lake.frontend.redeem;

import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.auth.BearerAuthentication;
import dev.lake.frontend.auth.Caller;
import dev.lake.frontend.auth.Principals;
import dev.lake.frontend.status.Statuses;
import dev.lake.jobs.materialize.IpcSchema;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.CompleteOutcome;
import dev.lake.jobs.store.LocalObjectStore;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TenantId;
import dev.lake.protocol.TypeMode;
import dev.lake.protocol.UploadedPiece;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.flight.auth2.BearerCredentialWriter;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.grpc.ServerBackpressureThresholdInterceptor;
import org.apache.arrow.flight.grpc.ServerInterceptorAdapter;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A Flight server that redeems parts from a directory, and clients of two principals. */
final class RedeemFixture implements AutoCloseable {
  static final Principal ALICE = new Principal("alice", new TenantId("t1"));
  static final long OTHER_ROWS = 7;

  private static final Schema SCHEMA =
      new Schema(List.of(Field.nullable("id", new ArrowType.Int(64, true))));

  private final Path folder;
  private final RootAllocator allocator = new RootAllocator();
  private final ObjectStore results;
  private final PartTickets tickets;
  private final PartStreams streams;
  private final ExecutorService pool = Executors.newFixedThreadPool(2);
  private final ExecutorService calls = Executors.newFixedThreadPool(2);
  private final MovableClock clock = new MovableClock();
  private final Server server;
  private final FlightClient client;
  private final QueryId query = QueryId.random();

  @SuppressWarnings("deprecation") // the service wants a handler of Arrow's older authentication
  RedeemFixture(Path folder, RedeemLimits limits) throws Exception {
    this.folder = folder;
    Path root = folder.resolve("results");
    Files.createDirectories(root);
    results = new LocalObjectStore(root);
    Path keys = folder.resolve("keys.json");
    KeyRing ring = Files.exists(keys) ? KeyRing.load(keys) : KeyRing.create(keys);
    Sealer sealer = new Sealer(ring, "test");
    tickets = new PartTickets(sealer);
    SpecStore specs = new SpecStore(results, sealer);
    specs.write(spec());
    writePrincipals("\"*\"");
    Principals principals = Principals.load(folder.resolve("principals.json"), clock);
    streams =
        new PartStreams(
            new PartStreams.Services(
                tickets,
                new QuerySpecs(specs),
                results,
                pool,
                clock,
                Caller::current,
                Statuses::of),
            limits);
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .executor(calls)
            .addService(
                ServerInterceptors.intercept(
                    new PartDoGet(streams)
                        .over(
                            FlightGrpcUtils.createFlightService(
                                    allocator, new Others(), ServerAuthHandler.NO_OP, calls)
                                .bindService()),
                    new ServerBackpressureThresholdInterceptor(64 << 10)))
            .intercept(
                new ServerInterceptorAdapter(
                    List.of(
                        new ServerInterceptorAdapter.KeyFactory<>(
                            Caller.KEY, new BearerAuthentication(principals)))))
            .build()
            .start();
    client =
        FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.getPort()))
            .build();
  }

  /** The same with other limits, after this one was closed. */
  RedeemFixture again(RedeemLimits limits) throws Exception {
    return new RedeemFixture(folder, limits);
  }

  QueryId query() {
    return query;
  }

  MovableClock clock() {
    return clock;
  }

  PartStreams streams() {
    return streams;
  }

  ObjectStore results() {
    return results;
  }

  private QuerySpec spec() {
    TableName table = new TableName("main", "trips");
    return new QuerySpec(
        query,
        "SELECT id FROM trips",
        new SnapshotSet(List.of(new TableSnapshot(table, "/data/trips.lance", "abc", 1))),
        new SessionFields("main", ZoneId.of("UTC"), TypeMode.EXACT, clock.instant()),
        ALICE,
        ResultFormat.ARROW_IPC,
        new ResultLayout(128L << 20, ResultLayout.MAX_PARTS),
        clock.instant(),
        clock.instant().plusSeconds(60),
        Duration.ofHours(24),
        IpcSchema.write(SCHEMA));
  }

  private void writePrincipals(String grants) throws Exception {
    String entry =
        "{\"principal\": \"%s\", \"tenant\": \"t1\", \"token-sha256\": \"%s\", \"grants\": [%s]}";
    Files.writeString(
        folder.resolve("principals.json"),
        "["
            + entry.formatted("alice", sha256("alice-token"), grants)
            + ","
            + entry.formatted("bob", sha256("bob-token"), "\"*\"")
            + "]");
  }

  /** The principals file is looked at again after a second. */
  void takeGrantsAway() throws Exception {
    writePrincipals("");
    clock.advance(Duration.ofSeconds(2));
  }

  private static String sha256(String token) throws Exception {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
  }

  /** Stores a part of so many batches with so many rows each, and says what a ticket would. */
  PartClaims part(String name, int batches, int rows) {
    byte[] bytes = ipc(batches, rows);
    String key = ResultKeys.part(ALICE.tenant(), query, name);
    String upload = results.startUpload(key);
    UploadedPiece piece = results.uploadPiece(key, upload, 1, ByteBuffer.wrap(bytes));
    CompleteOutcome.Completed completed =
        (CompleteOutcome.Completed)
            results.completeUpload(key, upload, List.of(piece), bytes.length);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return new PartClaims(
        query,
        ALICE,
        name,
        completed.etag(),
        (long) batches * rows,
        bytes.length,
        new Digest(DigestAlgorithm.CRC32C, HexFormat.of().toHexDigits((int) crc.getValue())),
        clock.instant().plus(Duration.ofMinutes(15)));
  }

  private byte[] ipc(int batches, int rows) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
      writer.start();
      BigIntVector ids = (BigIntVector) root.getVector("id");
      for (int batch = 0; batch < batches; batch++) {
        ids.allocateNew(rows);
        for (int row = 0; row < rows; row++) {
          ids.set(row, (long) batch * rows + row);
        }
        root.setRowCount(rows);
        writer.writeBatch();
      }
      writer.end();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  Ticket ticket(PartClaims claims) {
    return new Ticket(tickets.make(claims));
  }

  FlightStream open(Ticket ticket) {
    return client.getStream(ticket, bearer("alice-token"));
  }

  long rows(Ticket ticket) {
    return drain(open(ticket));
  }

  long rowsAsBob(Ticket ticket) {
    return drain(client.getStream(ticket, bearer("bob-token")));
  }

  /** Reads to the end without a look at the values, which may be damaged. */
  void readAll(Ticket ticket) {
    try (FlightStream stream = open(ticket)) {
      while (stream.next()) {
        stream.getRoot().clear();
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  static long drain(FlightStream stream) {
    try (stream) {
      long rows = 0;
      while (stream.next()) {
        BigIntVector ids = (BigIntVector) stream.getRoot().getVector("id");
        for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
          if (ids.get(row) != rows) {
            throw new AssertionError("row " + rows + " is " + ids.get(row));
          }
          rows++;
        }
      }
      return rows;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static CallOption bearer(String token) {
    return new CredentialCallOption(new BearerCredentialWriter(token));
  }

  void flipOneBit(String name, Random random) throws IOException {
    Path file = stored(name);
    byte[] bytes = Files.readAllBytes(file);
    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    rewrite(file, bytes);
  }

  void truncate(String name, int by) throws IOException {
    Path file = stored(name);
    byte[] bytes = Files.readAllBytes(file);
    rewrite(file, java.util.Arrays.copyOf(bytes, bytes.length - by));
  }

  /** In place and with its old times, as a disk that rots would. */
  private static void rewrite(Path file, byte[] bytes) throws IOException {
    var modified = Files.getLastModifiedTime(file);
    Files.write(file, bytes);
    Files.setLastModifiedTime(file, modified);
  }

  private Path stored(String name) throws IOException {
    try (var files = Files.walk(folder.resolve("results"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  @Override
  public void close() throws Exception {
    client.close();
    server.shutdownNow();
    server.awaitTermination(5, TimeUnit.SECONDS);
    pool.shutdownNow();
    calls.shutdownNow();
    calls.awaitTermination(5, TimeUnit.SECONDS);
    results.close();
    allocator.close();
  }

  /** What was there before: answers every ticket alike. */
  private final class Others extends NoOpFlightProducer {
    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
        BigIntVector ids = (BigIntVector) root.getVector("id");
        for (int row = 0; row < OTHER_ROWS; row++) {
          ids.setSafe(row, row);
        }
        root.setRowCount((int) OTHER_ROWS);
        listener.start(root);
        listener.putNext();
        listener.completed();
      }
    }
  }

  /** A clock that tests move. */
  static final class MovableClock extends Clock {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    void advance(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
