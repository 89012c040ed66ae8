package dev.lake.jobs.interactive;

import dev.lake.jobs.sql.LiteralRows;
import dev.lake.lance.types.ArrowRowWriter;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.flink.table.data.RowData;

/** Rows that the planner has worked out already: written at once, nothing is started for them. */
final class LiteralAnswer {

  private LiteralAnswer() {}

  static void write(LiteralRows literals, HandOff target) {
    ResultChannel channel = target.channel();
    channel.enter();
    try (BatchShaper shaper = target.shaper();
        VectorSchemaRoot batch = VectorSchemaRoot.create(target.schema(), target.allocator())) {
      ArrowRowWriter writer = new ArrowRowWriter(batch, target.rows());
      for (RowData row : literals.rows()) {
        writer.write(row);
      }
      writer.finish();
      shaper.add(batch);
      shaper.flush();
      for (VectorSchemaRoot ready = shaper.next(); ready != null; ready = shaper.next()) {
        channel.put(ready);
      }
      channel.written(literals.rows().size());
      channel.finish();
    } catch (RuntimeException e) {
      channel.fail(JobFailures.of(e));
    } finally {
      channel.leave();
    }
  }
}
