package dev.lake.jobs.interactive;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.table.types.logical.RowType;

/**
 * Where the sink of a running job finds its channel: the job carries only an id, since Flink copies
 * everything else.
 *
 * @param channel takes the batches
 * @param schema of the batches
 * @param rows of the job's rows
 * @param allocator of the query
 * @param config bounds
 */
record HandOff(
    ResultChannel channel,
    Schema schema,
    RowType rows,
    BufferAllocator allocator,
    InteractiveConfig config) {

  private static final ConcurrentMap<String, HandOff> RUNNING = new ConcurrentHashMap<>();

  void register(String id) {
    RUNNING.put(id, this);
  }

  static void remove(String id) {
    RUNNING.remove(id);
  }

  static HandOff of(String id) {
    return Objects.requireNonNull(RUNNING.get(id), "The statement has ended");
  }

  BatchShaper shaper() {
    return new BatchShaper(schema, allocator, config);
  }
}
