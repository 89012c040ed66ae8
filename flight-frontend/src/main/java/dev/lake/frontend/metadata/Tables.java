package dev.lake.frontend.metadata;

import dev.lake.lance.dataset.DatasetDescription;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.SnapshotSet;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The table registry as the frontend uses it; every method throws named lake errors. */
public interface Tables {

  /** The entry of a table, if it is registered. */
  Optional<TableEntry> find(TableName table);

  /** Every entry, in order of name. */
  List<TableEntry> list();

  /** The version that each table has now. */
  SnapshotSet resolve(Collection<TableName> names);

  /** The dataset behind a table, as of the version that a query would read now. */
  DatasetDescription describe(TableName table);

  /** Adds a table. */
  TableEntry register(TableName table, String location, OptionalLong version);

  /** Forgets a table; its dataset is not touched. */
  void drop(TableName table);

  /** The one answer for a table that does not exist or may not be seen (I9). */
  static LakeException unknown(TableName table) {
    return new LakeException(ErrorCode.UNKNOWN_TABLE, "Table '%s' does not exist", table);
  }
}
