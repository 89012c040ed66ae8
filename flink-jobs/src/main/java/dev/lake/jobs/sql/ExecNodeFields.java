package dev.lake.jobs.sql;

import java.lang.reflect.Field;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecCalc;
import org.apache.flink.table.planner.plan.nodes.exec.batch.BatchExecLimit;
import org.apache.flink.table.planner.plan.nodes.exec.common.CommonExecCalc;
import org.jspecify.annotations.Nullable;

/**
 * Fields of Flink's plan nodes that have no accessor in 2.3. In one place, so that another version
 * is checked in one place.
 */
final class ExecNodeFields {

  private static final Field PROJECTION = field(CommonExecCalc.class, "projection");
  private static final Field CONDITION = field(CommonExecCalc.class, "condition");
  private static final Field LIMIT_START = field(BatchExecLimit.class, "limitStart");
  private static final Field LIMIT_END = field(BatchExecLimit.class, "limitEnd");

  private ExecNodeFields() {}

  @SuppressWarnings("unchecked")
  static List<RexNode> projection(BatchExecCalc calc) {
    return (List<RexNode>) read(PROJECTION, calc);
  }

  static @Nullable RexNode condition(BatchExecCalc calc) {
    return (RexNode) read(CONDITION, calc);
  }

  /** The rows that a limit lets through; -1 if it also skips some. */
  static long limitWithoutOffset(BatchExecLimit limit) {
    long start = (Long) read(LIMIT_START, limit);
    return start == 0 ? (Long) read(LIMIT_END, limit) : -1;
  }

  private static Object read(Field field, Object node) {
    try {
      return field.get(node);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("Flink's plan nodes have changed", e);
    }
  }

  private static Field field(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("Flink's plan nodes have changed", e);
    }
  }
}
