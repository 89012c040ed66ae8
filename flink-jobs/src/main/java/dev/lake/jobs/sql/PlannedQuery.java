package dev.lake.jobs.sql;

import dev.lake.lance.columnar.ArrowBatch;
import dev.lake.lance.dataset.ScanSpec;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * A statement planned over one snapshot set. At most one of the two jobs may be built from it,
 * once; everything else may be asked as often as wanted. Not safe for use by several threads at the
 * same time.
 */
public interface PlannedQuery {

  /**
   * The one schema of the answer on every path (I1): a direct reference to a table's column has
   * that column's exact Arrow type under the statement's name for it, everything else Flink's type;
   * every top-level field is nullable; names may repeat.
   */
  Schema schema();

  /**
   * The rows that {@link #rowsJob} gives to its sink, field by field in the order of the schema.
   */
  RowType rowType();

  /** Whether the statement fixes the order of all its rows. */
  boolean ordered();

  /**
   * The scan that is the whole plan, if there is one: its columns are in the order of the schema
   * and only need to be renamed.
   */
  Optional<ScanSpec> bareScan();

  /** The answer itself, if no table has to be read for it. */
  Optional<LiteralRows> literalRows();

  /** The plan as text: tables with their pinned versions, no location, option or class path. */
  String explain();

  /**
   * A job that gives every row of the answer to the sink.
   *
   * @param parallelism of everything that can run in parallel; an ordered answer reaches the sink
   *     through one subtask
   */
  StreamGraph rowsJob(Sink<RowData> sink, String jobName, int parallelism);

  /**
   * A job that gives the batches of {@link #bareScan} to the sink as they are read: columns in
   * order of the schema, under the table's names.
   */
  StreamGraph batchesJob(Sink<ArrowBatch> sink, String jobName, int parallelism);
}
