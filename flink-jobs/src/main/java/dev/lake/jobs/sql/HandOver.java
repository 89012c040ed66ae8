package dev.lake.jobs.sql;

import java.util.Objects;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.data.RowData;
import org.jspecify.annotations.Nullable;

/**
 * The end of every plan. A statement is planned before anybody knows where its rows go: the sink is
 * put in when the job is built.
 */
final class HandOver implements DynamicTableSink {

  private @Nullable Sink<RowData> sink;

  void to(Sink<RowData> target) {
    sink = target;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requested) {
    return ChangelogMode.insertOnly();
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    return SinkV2Provider.of(Objects.requireNonNull(sink, "the plan's sink is not set"));
  }

  /** The same object: the planner's copies must see the sink too. */
  @Override
  public DynamicTableSink copy() {
    return this;
  }

  @Override
  public String asSummaryString() {
    return "result";
  }
}
