package dev.lake.frontend.deferred;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import dev.lake.coordinator.store.QueryStore;
import dev.lake.coordinator.store.SpecStore;
import dev.lake.coordinator.ticket.KeyRing;
import dev.lake.coordinator.ticket.SealKind;
import dev.lake.coordinator.ticket.Sealer;
import dev.lake.frontend.flight.FakeEngine;
import dev.lake.frontend.flight.FakeTables;
import dev.lake.frontend.redeem.PartTickets;
import dev.lake.jobs.store.LocalObjectStore;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.PartClaims;
import dev.lake.protocol.PollClaims;
import dev.lake.protocol.PollClaimsCodec;
import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QueryRecord;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.QueryState;
import dev.lake.protocol.QueryStatus;
import dev.lake.protocol.QueryStatusCodec;
import dev.lake.protocol.TenantId;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
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
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.impl.FlightServiceGrpc;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.curator.test.TestingServer;

/**
 * Deferred queries behind a real Flight server, over a real ZooKeeper, a result store in a
 * directory and a double of the SQL engine. Ada and bob are of one tenant; both may read
 * main.trips.
 */
final class DeferredFixture implements AutoCloseable {
  static final String SQL = "SELECT * FROM main.trips";
  static final String OTHER_SQL = "SELECT id FROM main.trips";
  static final Principal ADA = new Principal("ada", new TenantId("analytics"));
  static final Duration RESULT_LIFETIME = Duration.ofHours(24);
  static final Duration TICKET_LIFETIME = Duration.ofMinutes(15);

  /** Has what is easily lost on the way: a zone, a size, what is inside, metadata. */
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable(
                  "At",
                  new ArrowType.Timestamp(
                      org.apache.arrow.vector.types.TimeUnit.MICROSECOND, "Europe/Berlin")),
              new Field(
                  "embedding",
                  FieldType.nullable(new ArrowType.FixedSizeList(3)),
                  List.of(
                      new Field(
                          "item",
                          FieldType.notNullable(
                              new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)),
                          null)))));

  final MovableClock clock = new MovableClock();
  final GatedEngine engine;
  final QueryStore queries;
  final Sealer sealer;
  final SpecStore specs;
  final PlayedLeader leader;
  private final Path folder;
  private final RootAllocator memory = new RootAllocator();
  private final TestingServer zooKeeper;
  private final ObjectStore results;
  private final Replica.Shared shared;
  private final Replica replica;
  private final ManagedChannel channel;

  DeferredFixture(Path folder, UnaryOperator<DeferredConfig> settings) throws Exception {
    this(
        folder, settings, new LocalObjectStore(Files.createDirectories(folder.resolve("results"))));
  }

  /**
   * With another result store.
   *
   * @param results closed with the fixture
   */
  DeferredFixture(Path folder, UnaryOperator<DeferredConfig> settings, ObjectStore results)
      throws Exception {
    this.folder = folder;
    this.results = results;
    zooKeeper = new TestingServer(true);
    KeyRing.create(folder.resolve("keys.json"));
    allow("main.trips");
    FakeEngine known = new FakeEngine();
    known.answer(SQL, SCHEMA, allocator -> null);
    known.answer(OTHER_SQL, new Schema(SCHEMA.getFields().subList(0, 1)), allocator -> null);
    engine = new GatedEngine(known);
    FakeTables tables = new FakeTables();
    tables.add("main.trips", SCHEMA);
    shared =
        new Replica.Shared(
            folder,
            zooKeeper.getConnectString(),
            results,
            engine,
            tables,
            memory,
            clock,
            settings.apply(
                new DeferredConfig(
                    Duration.ofSeconds(20),
                    64,
                    Duration.ofHours(1),
                    RESULT_LIFETIME,
                    TICKET_LIFETIME,
                    DeferredConfig.defaults().layout())));
    replica = new Replica(shared);
    queries = replica.queries;
    sealer = replica.sealer;
    specs = replica.specs;
    leader = new PlayedLeader(replica.zooKeeper, results, clock);
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", replica.server.port()).usePlaintext().build();
  }

  /** One more frontend of the same deployment; the caller closes it. */
  Replica another() {
    return new Replica(shared);
  }

  static UnaryOperator<DeferredConfig> holding(Duration hold) {
    return config ->
        new DeferredConfig(
            hold,
            config.heldPolls(),
            config.runTime(),
            config.resultLifetime(),
            config.ticketLifetime(),
            config.layout());
  }

  /** Replaces what ada and bob may read; looked at again after a second. */
  void allow(String grant) throws Exception {
    StringBuilder file = new StringBuilder();
    for (String name : List.of("ada", "bob")) {
      file.append(
          """
          - principal: %s
            tenant: analytics
            token-sha256: %s
            grants: ["%s"]
          """
              .formatted(name, sha256(name.getBytes(StandardCharsets.UTF_8)), grant));
    }
    Files.writeString(folder.resolve("principals.yaml"), file);
    clock.advance(Duration.ofSeconds(2));
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  FlightClient client() {
    return replica.client;
  }

  void stopServer() {
    replica.stopServer();
  }

  int heldPolls() {
    return replica.deferred.heldPolls();
  }

  List<String> storedKeys() {
    return results.list("", Optional.empty()).objects().stream().map(ObjectInfo::key).toList();
  }

  static CallOption ada() {
    return header("authorization", "Bearer ada");
  }

  static CallOption bob() {
    return header("authorization", "Bearer bob");
  }

  static CallOption submission(String id) {
    return header("x-lake-submission-id", id);
  }

  static CallOption header(String name, String value) {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert(name, value);
    return new HeaderCallOption(headers);
  }

  static FlightDescriptor statement(String sql) {
    return FlightDescriptor.command(
        Any.pack(CommandStatementQuery.newBuilder().setQuery(sql).build()).toByteArray());
  }

  /** The first poll of a statement, as ada. */
  PollInfo start(CallOption... options) {
    return client().pollInfo(statement(SQL), with(ada(), options));
  }

  /** A later poll, as ada. */
  PollInfo poll(PollInfo before, CallOption... options) {
    return client().pollInfo(before.getFlightDescriptor().orElseThrow(), with(ada(), options));
  }

  /**
   * When the endpoints that ada is told of expire, as it is on the wire: Arrow's own client adds
   * the epoch's seconds twice.
   */
  List<Instant> expirationsOnTheWire(PollInfo before) throws Exception {
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer ada");
    Flight.FlightDescriptor handle =
        Flight.FlightDescriptor.newBuilder()
            .setType(Flight.FlightDescriptor.DescriptorType.CMD)
            .setCmd(ByteString.copyFrom(before.getFlightDescriptor().orElseThrow().getCommand()))
            .build();
    return FlightServiceGrpc.newBlockingStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
        .pollFlightInfo(handle)
        .getInfo()
        .getEndpointList()
        .stream()
        .map(endpoint -> Instant.ofEpochSecond(endpoint.getExpirationTime().getSeconds()))
        .toList();
  }

  private static CallOption[] with(CallOption first, CallOption... others) {
    CallOption[] all = new CallOption[others.length + 1];
    all[0] = first;
    System.arraycopy(others, 0, all, 1, others.length);
    return all;
  }

  /** A handle with which nothing is wrong but perhaps the query. */
  FlightDescriptor handle(QueryId query) {
    byte[] claims = PollClaimsCodec.write(new PollClaims(query, ADA, clock.instant()));
    return FlightDescriptor.command(sealer.seal(SealKind.POLL, claims));
  }

  static QueryStatus status(FlightInfo info) {
    return QueryStatusCodec.read(info.getAppMetadata());
  }

  static QueryId query(PollInfo info) {
    return status(info.getFlightInfo()).query();
  }

  QuerySpec spec(PollInfo info) {
    return specs.read(ADA.tenant(), query(info));
  }

  QueryState state(QueryId query) {
    return queries.readSynced(query).orElseThrow().state();
  }

  List<QueryRecord> records() {
    return queries.list(ADA.tenant());
  }

  PartClaims claims(Ticket ticket) {
    return new PartTickets(sealer).open(ticket.getBytes());
  }

  Ticket ticket(PartClaims claims) {
    return new Ticket(new PartTickets(sealer).make(claims));
  }

  @Override
  public void close() throws Exception {
    engine.open();
    channel.shutdownNow();
    leader.close();
    replica.close();
    zooKeeper.close();
    results.close();
    memory.close();
  }

  /** The time it is, unless a test moved it. */
  static final class MovableClock extends Clock {
    private volatile Instant now = Instant.parse("2026-01-01T12:00:00Z");

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
