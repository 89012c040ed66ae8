package dev.lake.protocol;

/**
 * One exact state of one table.
 *
 * @param location where the dataset is; not shown by {@link #toString}
 * @param incarnation tells this version from any other that may stand at the location later
 * @param version the dataset's own version number, from 1
 */
public record TableSnapshot(TableName table, String location, String incarnation, long version) {
  public TableSnapshot {
    Check.location(location);
    Check.incarnation(incarnation);
    Check.positive(version, "version");
  }

  @Override
  public String toString() {
    return table + "@" + version;
  }
}
