package dev.lake.lance.dataset;

import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * One version of one dataset, checked and safe to scan.
 *
 * @param location where it is
 * @param version the version, from 1
 * @param incarnation identity of this version's content: two datasets that were created one after
 *     the other at the same location differ in it even where their version numbers agree
 * @param schema the exact Arrow schema that a scan of all columns gives
 * @param rows live rows
 * @param fragments the fragments in scan order
 * @param dictionaryColumns columns that are stored with a dictionary; scans give them plain
 */
public record DatasetDescription(
    String location,
    long version,
    String incarnation,
    Schema schema,
    long rows,
    List<FragmentDescription> fragments,
    Set<String> dictionaryColumns) {
  /** Copies the collections. */
  public DatasetDescription {
    fragments = List.copyOf(fragments);
    dictionaryColumns = Set.copyOf(dictionaryColumns);
  }

  /** Without dictionary columns. */
  public DatasetDescription(
      String location,
      long version,
      String incarnation,
      Schema schema,
      long rows,
      List<FragmentDescription> fragments) {
    this(location, version, incarnation, schema, rows, fragments, Set.of());
  }

  /**
   * One fragment.
   *
   * @param id its number in the dataset
   * @param rows live rows, deletions taken off
   */
  public record FragmentDescription(int id, long rows) {}

  /** Without the location, which is not for logs. */
  @Override
  public String toString() {
    return "DatasetDescription[version=" + version + ", rows=" + rows + "]";
  }
}
