package dev.lake.protocol;

import java.time.DateTimeException;
import java.time.ZoneId;

/** Shapes that several formats share. */
final class JsonShapes {
  private JsonShapes() {}

  static void principal(JsonWriter out, Principal principal) {
    out.text("name", principal.name()).text("tenant", principal.tenant().value());
  }

  static Principal principal(JsonObject in) {
    return new Principal(in.text("name"), in.parsed("tenant", TenantId::new, "a tenant"));
  }

  static QueryId queryId(JsonObject in, String key) {
    return in.parsed(key, QueryId::new, "a query id");
  }

  static JsonWriter tableName(JsonWriter out, String key, TableName table) {
    return out.text(key, table.toString());
  }

  /** Always {@code namespace.name}; neither holds a dot. */
  static TableName tableName(JsonObject in, String key) {
    return in.parsed(
        key,
        text -> {
          int dot = text.indexOf('.');
          Check.that(dot > 0, "table", "namespace.name");
          return new TableName(text.substring(0, dot), text.substring(dot + 1));
        },
        "a table as namespace.name");
  }

  static void snapshot(JsonWriter out, TableSnapshot snapshot) {
    tableName(out, "table", snapshot.table())
        .text("location", snapshot.location())
        .text("incarnation", snapshot.incarnation())
        .number("version", snapshot.version());
  }

  static TableSnapshot snapshot(JsonObject in) {
    return new TableSnapshot(
        tableName(in, "table"), in.text("location"), in.text("incarnation"), in.number("version"));
  }

  static JsonWriter snapshots(JsonWriter out, SnapshotSet snapshots) {
    return out.list("snapshots", snapshots.tables(), JsonShapes::snapshot);
  }

  static SnapshotSet snapshots(JsonObject in) {
    return new SnapshotSet(in.list("snapshots", JsonShapes::snapshot));
  }

  static void session(JsonWriter out, SessionFields session) {
    out.text("default-namespace", session.defaultNamespace())
        .text("time-zone", session.timeZone().getId())
        .constant("type-mode", session.typeMode())
        .instant("statement-time", session.statementTime());
  }

  static SessionFields session(JsonObject in) {
    return new SessionFields(
        in.text("default-namespace"),
        in.parsed("time-zone", JsonShapes::zone, "a time zone"),
        in.constant("type-mode", TypeMode.class),
        in.instant("statement-time"));
  }

  private static ZoneId zone(String id) {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** {@code crc32c:1a2b3c4d}. */
  static JsonWriter digest(JsonWriter out, Digest digest) {
    return out.text("digest", JsonObject.kebab(digest.algorithm()) + ":" + digest.hex());
  }

  static Digest digest(JsonObject in) {
    return in.parsed(
        "digest",
        text -> {
          for (DigestAlgorithm algorithm : DigestAlgorithm.values()) {
            String prefix = JsonObject.kebab(algorithm) + ":";
            if (text.startsWith(prefix)) {
              return new Digest(algorithm, text.substring(prefix.length()));
            }
          }
          throw new IllegalArgumentException("digest");
        },
        "a digest");
  }

  static void stagedPart(JsonWriter out, StagedPart part) {
    out.text("name", part.name())
        .text("upload-id", part.uploadId())
        .list("pieces", part.pieces(), JsonShapes::piece)
        .number("rows", part.rows())
        .number("bytes", part.bytes());
    digest(out, part.digest()).bytes("batch-offsets", BatchOffsets.pack(part.batchOffsets()));
  }

  static StagedPart stagedPart(JsonObject in) {
    return new StagedPart(
        in.text("name"),
        in.text("upload-id"),
        in.list("pieces", JsonShapes::piece),
        in.number("rows"),
        in.number("bytes"),
        digest(in),
        BatchOffsets.unpack(in.bytes("batch-offsets")));
  }

  private static void piece(JsonWriter out, UploadedPiece piece) {
    out.number("number", piece.number()).text("etag", piece.etag()).number("bytes", piece.bytes());
  }

  private static UploadedPiece piece(JsonObject in) {
    return new UploadedPiece(in.integer("number"), in.text("etag"), in.number("bytes"));
  }

  static void tableEntry(JsonWriter out, TableEntry entry) {
    tableName(out, "table", entry.table())
        .text("location", entry.location())
        .optional("version", entry.version())
        .text("incarnation", entry.incarnation())
        .instant("registered", entry.registered());
  }

  static TableEntry tableEntry(JsonObject in) {
    return new TableEntry(
        tableName(in, "table"),
        in.text("location"),
        in.optionalNumber("version"),
        in.text("incarnation"),
        in.instant("registered"));
  }
}
