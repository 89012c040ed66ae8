package dev.lake.protocol;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** One wire format with a sample, for the tests that every format must pass. */
record Wire(String golden, ErrorCode unreadable, Object sample, Codec<Object> codec) {
  /** A codec's two functions. */
  record Codec<T>(Function<T, byte[]> write, Function<byte[], T> read) {}

  @SuppressWarnings("unchecked")
  private static <T> Wire of(
      String golden,
      ErrorCode unreadable,
      T sample,
      Function<T, byte[]> write,
      Function<byte[], T> read) {
    Codec<T> codec = new Codec<>(write, read);
    return new Wire(golden, unreadable, sample, (Codec<Object>) (Codec<?>) codec);
  }

  byte[] write() {
    return codec.write().apply(sample);
  }

  Object read(byte[] bytes) {
    return codec.read().apply(bytes);
  }

  /** Whether the value may be without the key. */
  boolean optional(String key) {
    return switch (golden) {
      case "query-record-queued-1", "query-status-1" -> key.equals("queue-position");
      case "query-record-stopping-1", "query-record-failed-1" -> key.equals("started");
      case "table-entry-1", "table-register-command-1" -> key.equals("version");
      case "connection-1" -> key.equals("tls-ca") || key.equals("admin-token");
      default -> false;
    };
  }

  @Override
  public String toString() {
    return golden;
  }

  static Stream<Wire> all() {
    return Stream.of(tickets(), records(), objects(), clients(), tables()).flatMap(wires -> wires);
  }

  private static Stream<Wire> tickets() {
    ErrorCode code = ErrorCode.TICKET_INVALID;
    return Stream.of(
        of(
            "statement-claims-1",
            code,
            Samples.STATEMENT,
            StatementClaimsCodec::write,
            StatementClaimsCodec::read),
        of(
            "prepared-claims-1",
            code,
            Samples.PREPARED,
            PreparedClaimsCodec::write,
            PreparedClaimsCodec::read),
        of("poll-claims-1", code, Samples.POLL, PollClaimsCodec::write, PollClaimsCodec::read),
        of("part-claims-1", code, Samples.PART, PartClaimsCodec::write, PartClaimsCodec::read));
  }

  private static Stream<Wire> records() {
    return Stream.of(
            Samples.QUEUED,
            Samples.RUNNING,
            Samples.PUBLISHING,
            Samples.SUCCEEDED,
            Samples.STOPPING,
            Samples.FAILED,
            Samples.CANCELLED)
        .map(
            record ->
                of(
                    "query-record-" + JsonObject.kebab(record.state()) + "-1",
                    ErrorCode.DATA_LOSS,
                    record,
                    QueryRecordCodec::write,
                    QueryRecordCodec::read));
  }

  private static Stream<Wire> objects() {
    ErrorCode code = ErrorCode.DATA_LOSS;
    return Stream.of(
        of("query-spec-1", code, Samples.SPEC, QuerySpecCodec::write, QuerySpecCodec::read),
        of(
            "part-receipt-1",
            code,
            Samples.RECEIPT,
            PartReceiptCodec::write,
            PartReceiptCodec::read),
        of(
            "commit-record-1",
            code,
            Samples.COMMIT,
            CommitRecordCodec::write,
            CommitRecordCodec::read),
        of("manifest-1", code, Samples.MANIFEST, ManifestCodec::write, ManifestCodec::read),
        of("table-entry-1", code, Samples.PINNED, TableEntryCodec::write, TableEntryCodec::read),
        of(
            "table-entry-latest-1",
            code,
            Samples.FOLLOWING,
            TableEntryCodec::write,
            TableEntryCodec::read));
  }

  private static Stream<Wire> clients() {
    return Stream.of(
        of(
            "query-status-1",
            ErrorCode.INVALID_ARGUMENT,
            QueryStatus.of(Samples.QUEUED),
            QueryStatusCodec::write,
            QueryStatusCodec::read),
        of(
            "part-summary-1",
            ErrorCode.DATA_LOSS,
            Samples.SUMMARY,
            PartSummaryCodec::write,
            PartSummaryCodec::read),
        of(
            "connection-1",
            ErrorCode.CONFIG_INVALID,
            Samples.CONNECTION,
            ConnectionCodec::write,
            ConnectionCodec::read));
  }

  private static Stream<Wire> tables() {
    return Stream.of(
        command(
            "register",
            new TableCommand.Register(
                Samples.ORDERS, Samples.PINNED.location(), Samples.PINNED.version())),
        command("list", new TableCommand.ListTables()),
        command("describe", new TableCommand.Describe(Samples.STRANGE)),
        command("drop", new TableCommand.Drop(Samples.ORDERS)),
        result("register", new TableResult.Registered(Samples.FOLLOWING)),
        result("list", new TableResult.Listed(List.of(Samples.PINNED))),
        result(
            "describe",
            new TableResult.Described(
                Samples.FOLLOWING,
                3,
                1_000_000,
                List.of(new TableResult.Column("embedding", "FixedSizeList(4)", true)))),
        result("drop", new TableResult.Dropped(Samples.ORDERS)));
  }

  private static Wire command(String name, TableCommand command) {
    return of(
        "table-" + name + "-command-1",
        ErrorCode.INVALID_ARGUMENT,
        command,
        TableCommandCodec::write,
        bytes -> TableCommandCodec.read(TableAction.of(command), bytes));
  }

  private static Wire result(String name, TableResult result) {
    return of(
        "table-" + name + "-result-1",
        ErrorCode.DATA_LOSS,
        result,
        TableResultCodec::write,
        bytes -> TableResultCodec.read(TableAction.of(result), bytes));
  }
}
