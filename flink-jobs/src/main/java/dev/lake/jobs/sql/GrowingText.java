package dev.lake.jobs.sql;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * Functions whose result is as long as a number says. The planner works out constants itself, so
 * {@code REPEAT('x', 100000000)} would be built inside the frontend.
 */
final class GrowingText {

  private static final Set<String> FUNCTIONS = Set.of("REPEAT", "LPAD", "RPAD", "SPACE");
  private static final BigDecimal LIMIT = BigDecimal.valueOf(1L << 20);

  private GrowingText() {}

  static void check(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (!FUNCTIONS.contains(name)) {
      return;
    }
    for (SqlNode operand : call.getOperandList()) {
      boolean tooLong =
          operand instanceof SqlNumericLiteral number
              && number.bigDecimalValue() != null
              && number.bigDecimalValue().compareTo(LIMIT) > 0;
      if (tooLong || nested(operand)) {
        throw new LakeException(
            ErrorCode.STATEMENT_TOO_COMPLEX,
            "%s may make at most %s characters, and not out of another such function",
            name,
            LIMIT);
      }
    }
  }

  private static boolean nested(SqlNode operand) {
    return operand instanceof SqlCall inner
        && FUNCTIONS.contains(inner.getOperator().getName().toUpperCase(Locale.ROOT));
  }
}
