package dev.lake.lance.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.lance.LanceTables;
import dev.lake.lance.dataset.BatchReader;
import dev.lake.lance.dataset.ScanSpec;
import dev.lake.lance.dataset.Scans;
import dev.lake.lance.table.Predicates.Condition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.flink.types.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.index.IndexType;

@DisplayName("A pushed filter changes no answer")
class FilterPushdownITCase {
  private static final int CONDITIONS = 80;

  @TempDir Path directory;

  private final MixedTable table = new MixedTable(400, 11);

  private Path written() {
    Path path = directory.resolve("mixed.lance");
    table.write(path, 90);
    LanceTables.delete(path, "id % 7 = 0");
    table.rows().removeIf(row -> MixedTable.id(row) % 7 == 0);
    return path;
  }

  @Test
  void equalsAPlainEvaluationWithoutIndex() {
    assertEqualsPlainEvaluation(written(), 3);
  }

  @Test
  void equalsAPlainEvaluationWithOrderedIndices() {
    Path path = written();
    for (String column : List.of("tiny", "whole", "big", "words", "price", "born")) {
      LanceTables.index(path, column, IndexType.BTREE);
    }
    assertEqualsPlainEvaluation(path, 5);
  }

  @Test
  void equalsAPlainEvaluationWithBitmapIndices() {
    Path path = written();
    for (String column : List.of("tiny", "whole", "words", "yes")) {
      LanceTables.index(path, column, IndexType.BITMAP);
    }
    assertEqualsPlainEvaluation(path, 7);
  }

  /** What Flink keeps can only take rows away: then no row that is wanted may be missing. */
  private void assertEqualsPlainEvaluation(Path path, long seed) {
    LanceSql sql = new LanceSql(1).table("t", path, true);
    Predicates predicates = new Predicates(seed);
    int pushedWhole = 0;
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < CONDITIONS; i++) {
      Condition condition = predicates.next(i % 4);
      LanceSql.Pushed pushed = sql.plan("SELECT id FROM t WHERE " + condition.sql());
      if (pushed.empty()) {
        continue;
      }
      NavigableSet<Integer> expected = expected(condition);
      NavigableSet<Integer> scanned = scanned(pushed.source().scan());
      pushedWhole += pushed.flinkFilters() ? 0 : 1;
      if (pushed.flinkFilters() ? !scanned.containsAll(expected) : !scanned.equals(expected)) {
        wrong.add(condition.sql() + " wants " + expected + " has " + scanned);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(pushedWhole).isGreaterThan(CONDITIONS / 3);
  }

  private NavigableSet<Integer> expected(Condition condition) {
    NavigableSet<Integer> ids = new TreeSet<>();
    for (Map<String, @Nullable Object> row : table.rows()) {
      if (Boolean.TRUE.equals(condition.holds().apply(row))) {
        ids.add(MixedTable.id(row));
      }
    }
    return ids;
  }

  private static NavigableSet<Integer> scanned(ScanSpec scan) {
    NavigableSet<Integer> ids = new TreeSet<>();
    try (BufferAllocator allocator = new RootAllocator();
        BatchReader reader = Scans.open(scan, allocator)) {
      while (reader.next()) {
        IntVector id = (IntVector) reader.root().getVector("id");
        for (int i = 0; i < id.getValueCount(); i++) {
          assertThat(ids.add(id.get(i))).isTrue();
        }
      }
    }
    return ids;
  }

  @Test
  void equalsAnUnpushedRunWholeStatements() throws Exception {
    Path path = written();
    Predicates predicates = new Predicates(13);
    List<String> queries = new ArrayList<>();
    Map<Integer, NavigableSet<Integer>> expected = new TreeMap<>();
    for (int i = 0; i < 15; i++) {
      Condition condition = predicates.next(3);
      queries.add("SELECT " + i + " AS q, id FROM t WHERE " + condition.sql());
      expected.put(i, expected(condition));
    }
    String statement = String.join(" UNION ALL ", queries);
    expected.values().removeIf(NavigableSet::isEmpty);
    for (boolean pushdown : new boolean[] {true, false}) {
      Map<Integer, NavigableSet<Integer>> answers = answers(path, statement, pushdown);
      for (int i = 0; i < queries.size(); i++) {
        assertThat(answers.get(i)).as(queries.get(i)).isEqualTo(expected.get(i));
      }
    }
  }

  private static Map<Integer, NavigableSet<Integer>> answers(
      Path path, String statement, boolean pushdown) throws Exception {
    Map<Integer, NavigableSet<Integer>> answers = new TreeMap<>();
    for (Row row : new LanceSql(1).table("t", path, pushdown).rows(statement)) {
      answers
          .computeIfAbsent(row.<Integer>getFieldAs(0), q -> new TreeSet<>())
          .add(row.<Integer>getFieldAs(1));
    }
    return answers;
  }

  @Test
  void pushesWhatIsProvablyEqual() {
    LanceSql sql = new LanceSql(1).table("t", written(), true);
    for (String pushed :
        List.of(
            "whole = 5",
            "5 < whole",
            "whole IN (1, 2, 3, 4, 5, 6)",
            "words = 'a'",
            "words <> 'O''Reilly'",
            "words IN ('a', 'bbb', 'cc')",
            "words NOT IN ('a', 'bbb')",
            "born >= DATE '2024-01-01'",
            "price = 1.25",
            "price BETWEEN 1.00 AND 2.00",
            "yes",
            "NOT yes",
            "ratio IS NULL",
            "tiny IS NOT NULL AND (whole = 1 OR big = 2)",
            "NOT (whole = 1 OR words < 'b')")) {
      assertThat(sql.explain("SELECT id FROM t WHERE " + pushed))
          .as(pushed)
          .doesNotContain("Calc(select=[id], where")
          .contains("filter=[");
    }
  }

  @Test
  void leavesTheRestToFlink() {
    LanceSql sql = new LanceSql(1).table("t", written(), true);
    for (String kept :
        List.of(
            "ratio = 0.0",
            "ratio > 1",
            "words LIKE 'a%'",
            "words = 'a '",
            "words = '\ud83d\ude00'",
            "price = 1.255",
            "whole + 1 = 3",
            "whole = tiny",
            "CHAR_LENGTH(words) = 1",
            "words = 'a' OR ratio = 0.5",
            "big = -9223372036854775808")) {
      assertThat(sql.explain("SELECT id FROM t WHERE " + kept))
          .as(kept)
          .contains("where=[")
          .doesNotContainPattern("filter=\\[[^\\]]");
    }
  }

  @Test
  void pushesNothingWhenSwitchedOff() {
    LanceSql sql = new LanceSql(1).table("t", written(), false);
    assertThat(sql.explain("SELECT id FROM t WHERE whole = 5 LIMIT 3"))
        .doesNotContainPattern("filter=\\[[^\\]]")
        .contains("where=[");
  }
}
