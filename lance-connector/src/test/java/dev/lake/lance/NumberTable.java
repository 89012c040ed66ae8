package dev.lake.lance;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;

/** A small table: n counts up, text is "text n", third is n where n is no multiple of three. */
public final class NumberTable {
  /** Its columns. */
  public static final Schema SCHEMA =
      LanceTables.schema(
          LanceTables.column("n", new ArrowType.Int(64, true)),
          LanceTables.column("text", ArrowType.Utf8.INSTANCE),
          LanceTables.column("third", new ArrowType.Int(32, true)));

  private NumberTable() {}

  /** Rows from one number to before another. */
  public static Consumer<VectorSchemaRoot> rows(int from, int to) {
    return root -> {
      BigIntVector n = (BigIntVector) root.getVector("n");
      VarCharVector text = (VarCharVector) root.getVector("text");
      IntVector third = (IntVector) root.getVector("third");
      for (int i = from; i < to; i++) {
        n.setSafe(i - from, i);
        text.setSafe(i - from, ("text " + i).getBytes(StandardCharsets.UTF_8));
        if (i % 3 != 0) {
          third.setSafe(i - from, i);
        }
      }
      root.setRowCount(to - from);
    };
  }
}
