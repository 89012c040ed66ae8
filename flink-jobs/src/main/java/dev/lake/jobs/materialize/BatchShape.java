package dev.lake.jobs.materialize;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * I1 for batches that are written as they come: a batch must have the result's types. Names and
 * nullability of the top-level columns are the statement's, not the table's.
 */
final class BatchShape {
  private final Schema expected;
  private @Nullable Schema seen;

  BatchShape(Schema expected) {
    this.expected = expected;
  }

  void check(Schema batch) {
    if (batch.equals(seen)) {
      return;
    }
    List<Field> want = expected.getFields();
    List<Field> have = batch.getFields();
    boolean same = want.size() == have.size();
    for (int i = 0; same && i < want.size(); i++) {
      same =
          want.get(i).getType().equals(have.get(i).getType())
              && have.get(i).getDictionary() == null
              && want.get(i).getChildren().equals(have.get(i).getChildren());
    }
    if (!same) {
      throw new LakeException(
          ErrorCode.INTERNAL, "The scan gives other types than the statement was planned with");
    }
    seen = batch;
  }
}
