package dev.lake.jobs.sql;

import java.util.List;
import org.apache.flink.table.data.RowData;

/**
 * The whole answer of a statement that reads no table, worked out while it was planned.
 *
 * @param rows in order, at most {@link #MAX_ROWS}, in the internal form of the plan's row type
 */
public record LiteralRows(List<RowData> rows) {

  /** A longer list of literals runs as a job like any other. */
  public static final int MAX_ROWS = 10_000;

  /** Copies the list. */
  public LiteralRows {
    rows = List.copyOf(rows);
  }
}
