package dev.lake.protocol;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One value of each kind, with every optional field present, as the golden files hold them. */
final class Samples {
  static final Instant CREATED = Instant.parse("2026-01-31T12:00:00.123Z");
  static final Instant LATER = Instant.parse("2026-01-31T13:00:00Z");
  static final Instant EXPIRES = Instant.parse("2026-02-01T13:00:00Z");
  static final QueryId QUERY = new QueryId("0123456789abcdef0123456789abcdef");
  static final Principal PRINCIPAL = new Principal("ana@example.org", new TenantId("acme"));
  static final TableName ORDERS = new TableName("main", "orders");
  static final TableName STRANGE = new TableName("Größe 1", "'the' $table;");
  static final String SQL = "SELECT \"a\", 'é\u0001😀'\nFROM orders -- \\";
  static final String SHA = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
  static final Digest CRC = new Digest(DigestAlgorithm.CRC32C, "00c0ffee");
  static final SchemaBytes SCHEMA = SchemaBytes.of(new byte[] {-1, -1, -1, -1, 0, 1, 2, 3});
  static final String WRITER = "nonce-1";

  static final SnapshotSet SNAPSHOTS =
      new SnapshotSet(
          List.of(
              new TableSnapshot(ORDERS, "s3://bucket/orders.lance", "inc-1", 7),
              new TableSnapshot(STRANGE, "/data/strange.lance", "inc-2", 1)));

  static final SessionFields SESSION =
      new SessionFields("main", ZoneId.of("Europe/Berlin"), TypeMode.EXACT, CREATED);

  static final StatementClaims STATEMENT =
      new StatementClaims(SQL, SNAPSHOTS, SESSION, PRINCIPAL, "lake-1/g1", CREATED, LATER);

  static final PreparedClaims PREPARED = new PreparedClaims(SQL, SESSION, PRINCIPAL, CREATED);
  static final PollClaims POLL = new PollClaims(QUERY, PRINCIPAL, CREATED);

  static final PartClaims PART =
      new PartClaims(
          QUERY, PRINCIPAL, "part-000-00000-7f3a9c.arrow", "\"e-1\"", 10, 4096, CRC, EXPIRES);

  static final QuerySpec SPEC =
      new QuerySpec(
          QUERY,
          SQL,
          SNAPSHOTS,
          SESSION,
          PRINCIPAL,
          ResultFormat.ARROW_IPC,
          ResultLayout.DEFAULT,
          CREATED,
          LATER,
          Duration.ofHours(24),
          SCHEMA);

  static final QueryRecord QUEUED = QueryRecord.queued(SPEC, WRITER).waiting(3, WRITER);
  static final QueryRecord RUNNING =
      QUEUED.running(1, CREATED, WRITER).progressed(new Progress(5, 100, 0.25), WRITER);
  static final QueryRecord PUBLISHING =
      RUNNING.publishing(SHA, new ResultTotals(30, 9096, 2), EXPIRES, WRITER);
  static final QueryRecord SUCCEEDED = PUBLISHING.succeeded(SHA, LATER, WRITER);
  static final QueryRecord STOPPING =
      RUNNING.stopping(
          StopReason.FAILED,
          Optional.of(new Failure(ErrorCode.SOURCE_UNAVAILABLE, "S3 did not answer")),
          WRITER);
  static final QueryRecord FAILED = STOPPING.failed(LATER, WRITER);
  static final QueryRecord CANCELLED =
      QUEUED.stopping(StopReason.CANCELLED, Optional.empty(), WRITER).cancelled(LATER, WRITER);

  static final StagedPart STAGED =
      new StagedPart(
          "part-000-00000-7f3a9c.arrow",
          "upload/1",
          List.of(new UploadedPiece(1, "\"p1\"", 4000), new UploadedPiece(2, "\"p2\"", 96)),
          10,
          4096,
          CRC,
          List.of(264L, 2000L));

  static final StagedPart STAGED_TOO =
      new StagedPart(
          "part-001-00000-0a1b2c.arrow",
          "upload/2",
          List.of(new UploadedPiece(1, "\"p3\"", 5000)),
          20,
          5000,
          new Digest(DigestAlgorithm.SHA_256, SHA),
          List.of());

  static final PartReceipt RECEIPT = new PartReceipt(0, 2, 1, List.of(STAGED));
  static final CommitRecord COMMIT = new CommitRecord(QUERY, 1, true, List.of(STAGED, STAGED_TOO));

  static final Manifest MANIFEST =
      new Manifest(
          QUERY,
          1,
          SCHEMA,
          ResultFormat.PARQUET,
          List.of(
              new ManifestPart(STAGED.name(), 10, 4096, CRC, "\"e-1\"", List.of(264L, 2000L)),
              new ManifestPart(
                  STAGED_TOO.name(), 20, 5000, STAGED_TOO.digest(), "\"e-2\"", List.of())),
          false,
          CREATED,
          EXPIRES);

  static final TableEntry PINNED =
      new TableEntry(ORDERS, "s3://bucket/orders.lance", OptionalLong.of(7), "inc-1", CREATED);
  static final TableEntry FOLLOWING =
      new TableEntry(STRANGE, "/data/strange.lance", OptionalLong.empty(), "inc-2", CREATED);

  static final PartSummary SUMMARY =
      new PartSummary(
          "part-000-00000-7f3a9c.arrow",
          1000,
          65536,
          new Digest(DigestAlgorithm.CRC32C, "0a1b2c3d"));

  static final Connection CONNECTION =
      new Connection(
          URI.create("grpc+tls://127.0.0.1:31337"),
          Optional.of(Path.of("/var/lake/tls/ca.pem")),
          "reader-token",
          Optional.of("admin-token"));

  private Samples() {}
}
