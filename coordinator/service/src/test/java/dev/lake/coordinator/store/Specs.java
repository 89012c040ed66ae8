package dev.lake.coordinator.store;

import dev.lake.protocol.Principal;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.QuerySpec;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.SchemaBytes;
import dev.lake.protocol.SessionFields;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableName;
import dev.lake.protocol.TableSnapshot;
import dev.lake.protocol.TenantId;
import dev.lake.protocol.TypeMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Specs of queries for tests. */
public final class Specs {
  public static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  public static final Duration RUN_TIME = Duration.ofHours(1);
  public static final Duration LIFETIME = Duration.ofHours(24);

  private Specs() {}

  public static QuerySpec of(String tenant) {
    return of(tenant, NOON);
  }

  public static QuerySpec of(String tenant, Instant created) {
    TableSnapshot trips =
        new TableSnapshot(new TableName("main", "trips"), "s3://data/trips.lance", "0a1b2c3d", 7);
    return new QuerySpec(
        QueryId.random(),
        "SELECT id FROM trips",
        new SnapshotSet(List.of(trips)),
        new SessionFields("main", ZoneOffset.UTC, TypeMode.EXACT, created),
        new Principal("ana", new TenantId(tenant)),
        ResultFormat.ARROW_IPC,
        ResultLayout.DEFAULT,
        created,
        created.plus(RUN_TIME),
        LIFETIME,
        SchemaBytes.of(new byte[] {1, 2, 3}));
  }
}
