package dev.lake.protocol;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A registered table.
 *
 * @param location where the dataset is; not shown by {@link #toString}
 * @param version the exact version served; empty: the latest at the time of planning
 * @param incarnation of the version that was current at registration
 */
public record TableEntry(
    TableName table,
    String location,
    OptionalLong version,
    String incarnation,
    Instant registered) {
  public TableEntry {
    Check.location(location);
    Check.incarnation(incarnation);
    version.ifPresent(pinned -> Check.positive(pinned, "version"));
  }

  public boolean followsLatest() {
    return version.isEmpty();
  }

  @Override
  public String toString() {
    return table + (followsLatest() ? "@latest" : "@" + version.getAsLong());
  }
}
