package dev.lake.lance.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.lance.LanceTables;
import dev.lake.lance.NumberTable;
import dev.lake.lance.dataset.ScanSpec;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LanceTableITCase {
  @TempDir Path directory;

  private Path numbers(int rows) {
    Path path = directory.resolve("numbers.lance");
    LanceTables.create(path, NumberTable.SCHEMA, 50, NumberTable.rows(0, rows));
    return path;
  }

  @Test
  void answersStatements() throws Exception {
    Path path = numbers(1000);
    LanceTables.delete(path, "n >= 100 AND n < 200");
    LanceSql sql = new LanceSql(2).table("t", path, true);

    assertThat(sql.rows("SELECT COUNT(*), MIN(n), MAX(n), COUNT(third) FROM t"))
        .containsExactly(Row.of(900L, 0L, 999L, 599L));
    assertThat(sql.rows("SELECT COUNT(*) FROM t WHERE n >= 50 AND CHAR_LENGTH(text) = 7"))
        .containsExactly(Row.of(50L));
    assertThat(sql.rows("SELECT text, n FROM t WHERE n IN (7, 150, 998)"))
        .containsExactlyInAnyOrder(Row.of("text 7", 7L), Row.of("text 998", 998L));
  }

  @Test
  void limitsExactly() throws Exception {
    LanceSql sql = new LanceSql(2).table("t", numbers(1000), true);
    assertThat(sql.rows("SELECT n FROM t LIMIT 333")).hasSize(333);
    assertThat(sql.rows("SELECT n FROM t WHERE n >= 990 LIMIT 50")).hasSize(10);
    assertThat(sql.rows("SELECT n FROM t WHERE n >= 900 AND text LIKE '%5' LIMIT 3")).hasSize(3);
    assertThat(sql.rows("SELECT n FROM t LIMIT 5 OFFSET 998")).hasSize(2);
  }

  @Test
  void readsAnEmptyTable() throws Exception {
    LanceSql sql = new LanceSql(1).table("t", numbers(0), true);
    assertThat(sql.rows("SELECT COUNT(*) FROM t")).containsExactly(Row.of(0L));
    assertThat(sql.rows("SELECT * FROM t")).isEmpty();
  }

  @Test
  void describesTheScanOfABareQuery() {
    LanceSql sql = new LanceSql(1).table("t", numbers(100), true);

    ScanSpec scan = sql.plan("SELECT text, n FROM t WHERE third < 9 LIMIT 4").source().scan();
    assertThat(scan.filter()).isNotNull();
    assertThat(scan.limit()).isEqualTo(4);
    assertThat(scan.columns()).containsExactly("text", "n");
    ScanSpec kept = sql.plan("SELECT n FROM t WHERE text LIKE '%5' LIMIT 4").source().scan();
    assertThat(kept.limit()).as("a filter stays above").isEqualTo(ScanSpec.NO_LIMIT);
    ScanSpec off =
        new LanceSql(1)
            .table("t", numbersAgain(), false)
            .plan("SELECT n FROM t LIMIT 4")
            .source()
            .scan();
    assertThat(off.limit()).isEqualTo(ScanSpec.NO_LIMIT);
  }

  private Path numbersAgain() {
    return directory.resolve("numbers.lance");
  }

  @Test
  void keepsNamesApart() throws Exception {
    Path path = directory.resolve("names.lance");
    List<String> names = List.of("Party", "party", "a b", "select", "Gr\u00f6\u00dfe", "q\"q");
    LanceTables.create(
        path,
        LanceTables.schema(
            names.stream()
                .map(name -> LanceTables.column(name, new ArrowType.Int(64, true)))
                .toArray(org.apache.arrow.vector.types.pojo.Field[]::new)),
        10,
        root -> {
          for (int i = 0; i < 3; i++) {
            long value = i * 10L;
            for (FieldVector vector : root.getFieldVectors()) {
              ((BigIntVector) vector).setSafe(i, value++);
            }
          }
          root.setRowCount(3);
        });
    for (boolean pushdown : new boolean[] {true, false}) {
      LanceSql sql = new LanceSql(1).table("t", path, pushdown);
      for (int i = 0; i < names.size(); i++) {
        String column = "`" + names.get(i) + "`";
        assertThat(sql.rows("SELECT " + column + " FROM t WHERE " + column + " = " + (10 + i)))
            .as(column)
            .containsExactly(Row.of(10L + i));
      }
    }
  }

  @Test
  void doesNotReadOpaqueColumns() throws Exception {
    Path path = directory.resolve("opaque.lance");
    LanceTables.create(
        path,
        LanceTables.schema(
            LanceTables.column("n", new ArrowType.Int(64, true)),
            LanceTables.column(
                "pause", new ArrowType.Duration(org.apache.arrow.vector.types.TimeUnit.SECOND))),
        10,
        root -> root.setRowCount(2));
    LanceSql sql = new LanceSql(1).table("t", path, true);
    LanceTableSource both = sql.plan("SELECT pause, n FROM t").source();
    assertThat(both.columns()).containsExactly("n", "pause");
    assertThat(both.scan().columns()).containsExactly("n");
    assertThat(sql.rows("SELECT COUNT(*) FROM t WHERE n IS NULL")).containsExactly(Row.of(2L));
  }
}
