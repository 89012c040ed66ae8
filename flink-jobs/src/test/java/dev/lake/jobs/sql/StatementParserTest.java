package dev.lake.jobs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementParserTest {

  private final StatementParser parser = new StatementParser();

  private LakeException refused(String sql) {
    LakeException refusal =
        catchThrowableOfType(LakeException.class, () -> parser.parse(sql, "main"));
    assertThat(refusal).as(sql).isNotNull();
    return refusal;
  }

  private Set<String> tables(String sql) {
    return parser.parse(sql, "main").tables().stream()
        .map(Object::toString)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT 1; ''",
        "SELECT 1 FROM t; main.t",
        "select * from main.t, ns.`T 2`, lake.ns.u; main.t ns.T 2 ns.u",
        "SELECT * FROM t AS a JOIN u b ON a.id = b.id LEFT JOIN v USING (id); main.t main.u main.v",
        "WITH t AS (SELECT * FROM u) SELECT * FROM t; main.u",
        "WITH t AS (SELECT * FROM t) SELECT * FROM t; main.t",
        "WITH a AS (SELECT 1), b AS (SELECT * FROM a, c) SELECT * FROM b ORDER BY 1; main.c",
        "WITH a AS (SELECT 1) SELECT * FROM main.a; main.a",
        "SELECT (SELECT MAX(x) FROM u) FROM t WHERE EXISTS (SELECT 1 FROM v) ORDER BY 1; main.t main.u main.v",
        "SELECT x FROM t WHERE x IN (SELECT y FROM u WHERE y > ALL (SELECT z FROM v)); main.t main.u main.v",
        "SELECT 1 FROM t UNION ALL (SELECT 2 FROM u EXCEPT SELECT 3 FROM v); main.t main.u main.v",
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM u) THEN 1 END FROM t GROUP BY x HAVING 1 IN (SELECT 1 FROM w); main.t main.u main.w",
        "SELECT * FROM t, LATERAL (SELECT * FROM u) AS l, UNNEST(ARRAY[1]) AS n(x); main.t main.u",
        "SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE)); main.t",
        "SELECT /*+ BROADCAST(u) */ * FROM t JOIN u ON t.id = u.id; main.t main.u",
        "VALUES (1), (2); ''",
        "(SELECT 1 FROM t); main.t",
        "EXPLAIN SELECT * FROM t; main.t",
        "EXPLAIN PLAN FOR WITH a AS (SELECT 1 FROM t) SELECT * FROM a; main.t",
        "/* c */ SELECT 1 -- t; ''"
      })
  void finds_the_tables_that_a_statement_names(String sql, String expected) {
    Set<String> names = expected == null || expected.isEmpty() ? Set.of() : names(expected);

    assertThat(tables(sql)).isEqualTo(names);
  }

  private static Set<String> names(String text) {
    return Set.of(text.split(" (?=[a-z]+\\.)"));
  }

  @Test
  void the_default_namespace_is_the_sessions() {
    assertThat(parser.parse("SELECT * FROM t, main.t", "lab").tables())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("lab.t", "main.t");
  }

  @Test
  void a_semicolon_may_end_the_statement() {
    assertThat(parser.parse("SELECT ';' ;", "main").explain()).isFalse();
    assertThat(parser.parse("EXPLAIN SELECT 1;", "main").explain()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "DROP TABLE t; DROP TABLE",
        "CREATE TABLE t (a INT) WITH ('connector' = 'filesystem', 'path' = '/etc/passwd'); CREATE TABLE",
        "CREATE TABLE t AS SELECT 1; CREATE TABLE",
        "CREATE TEMPORARY SYSTEM FUNCTION f AS 'java.lang.Runtime'; CREATE TEMPORARY",
        "CREATE VIEW v AS SELECT 1; CREATE VIEW",
        "CREATE CATALOG c WITH ('type' = 'generic_in_memory'); CREATE CATALOG",
        "ALTER TABLE t RENAME TO u; ALTER TABLE",
        "INSERT INTO t SELECT * FROM t; INSERT INTO",
        "EXPLAIN INSERT INTO t SELECT 1; INSERT INTO",
        "DELETE FROM t; DELETE FROM",
        "UPDATE t SET a = 1; UPDATE",
        "TRUNCATE TABLE t; TRUNCATE TABLE",
        "MERGE INTO t USING u ON 1 = 1 WHEN MATCHED THEN UPDATE SET a = 1; MERGE INTO",
        "SET 'a' = 'b'; SET",
        "SET; SET",
        "RESET; RESET",
        "USE CATALOG c; USE CATALOG",
        "USE main; USE",
        "ADD JAR '/tmp/x.jar'; ADD JAR",
        "REMOVE JAR '/tmp/x.jar'; REMOVE JAR",
        "LOAD MODULE hive; LOAD MODULE",
        "SHOW TABLES; SHOW TABLES",
        "DESCRIBE t; DESCRIBE",
        "CALL p(); CALL",
        "EXECUTE SELECT 1; EXECUTE SELECT",
        "EXECUTE PLAN '/tmp/p.json'; EXECUTE PLAN",
        "COMPILE PLAN '/tmp/p.json' FOR INSERT INTO t SELECT 1; COMPILE PLAN",
        "ANALYZE TABLE t COMPUTE STATISTICS; ANALYZE TABLE",
        "BEGIN STATEMENT SET; BEGIN STATEMENT",
        "TABLE t; TABLE"
      })
  void only_reading_statements_pass(String sql, String named) {
    LakeException refusal = refused(sql);

    assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_READ_ONLY);
    assertThat(refusal.getMessage()).contains("not " + named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHOW TABLES", "show create table t", "DESCRIBE t", "DESC t"})
  void what_lists_tables_is_told_where_to_ask(String sql) {
    assertThat(refused(sql).getMessage())
        .contains("lake table list", "lake table describe", "Flight SQL");
    assertThat(refused("DROP TABLE t").getMessage()).doesNotContain("lake table");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1; SELECT 2",
        "SELECT 1; DROP TABLE t",
        "SELECT 1;; SELECT 2;",
        "SET; SET"
      })
  void one_statement_at_a_time(String sql) {
    assertThat(refused(sql).code()).isEqualTo(ErrorCode.MULTIPLE_STATEMENTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      value = {
        "SELEC 1; line 1, column 1 near `SELEC`: a statement starts with SELECT",
        "SELECT 1 FROM; ends too early",
        "^SELECT\n  a b c FROM t^; line 2, column 7 near `c`",
        "SELECT value FROM t; column 8 near `value`: `value` is a reserved word, quote it with backticks: `value`",
        "SELECT a, date, b FROM t; `date` is a reserved word, quote it with backticks: `date`",
        "SELECT id FROM t WHERE method = 'x'; quote it with backticks: `method`",
        "SELECT id FROM t ORDER BY value; quote it with backticks: `value`",
        "SELECT 1 AS date; quote it with backticks: `date`",
        "SELECT t.position FROM t; quote it with backticks: `position`",
        "SELECT rank FROM t; quote it with backticks: `rank`",
        "SELECT * FROM user; quote it with backticks: `user`",
        "SELECT \"id\" FROM t; names are quoted with backticks",
        "SELECT 1::BIGINT; write CAST(x AS type)",
        "SELECT a FROM t LIMIT x; near `x`",
        "^^; empty",
        "^   ^; empty",
        "^-- only a comment^; empty"
      })
  void syntax_errors_say_where_and_what_would_help(String sql, String words) {
    LakeException refusal = refused(sql == null ? "" : sql);

    assertThat(refusal.code()).isEqualTo(ErrorCode.SYNTAX_ERROR);
    assertThat(refusal.getMessage()).contains(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM t WHERE x = 'hidden' 'hidden' foo bar",
        "SELECT 'hidden' 'hidden' FROM FROM",
        "SELECT 'hidden",
        "SELECT (1 'hidden'",
        "SELECT DATE 'hidden' 'hidden' 12345hidden",
        "SELECT /* hidden */ FROM t",
        "SET 'hidden' = 'hidden'",
        "SELECT x FROM t WHERE y = ? AND z = 'hidden'",
        "SELECT * FROM t /*+ OPTIONS('path' = 'hidden') */"
      })
  void i6_no_error_quotes_a_literal(String sql) {
    assertThat(refused(sql).getMessage()).doesNotContain("hidden");
  }

  @Test
  void i6_a_long_identifier_is_cut() {
    LakeException refusal = refused("SELECT " + "x".repeat(200) + " y z FROM t");

    assertThat(refusal.getMessage()).doesNotContain("x".repeat(65));
    assertThat(refused("SELECT * FROM a.b.c." + "d".repeat(200)).getMessage())
        .doesNotContain("d".repeat(65))
        .hasSizeLessThan(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM other.main.t",
        "SELECT * FROM default_catalog.default_database.t",
        "SELECT * FROM lake.main.t.x",
        "SELECT * FROM Lake.main.t",
        "SELECT * FROM `a.b`"
      })
  void there_is_one_catalog(String sql) {
    assertThat(refused(sql).code()).isEqualTo(ErrorCode.UNKNOWN_TABLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT * FROM t WHERE a = ?; UNBOUND_PARAMETERS; write the value into the SQL",
        "SELECT * FROM t /*+ OPTIONS('path' = 's3://x') */; UNSUPPORTED_FEATURE; OPTIONS",
        "SELECT * FROM t /*+ options('path' = 's3://x') */ AS a; UNSUPPORTED_FEATURE; OPTIONS",
        "SELECT * FROM u WHERE x IN (SELECT y FROM t /*+ OPTIONS('a' = 'b') */); UNSUPPORTED_FEATURE; OPTIONS",
        "SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'; UNSUPPORTED_FEATURE; SYSTEM_TIME",
        "WITH RECURSIVE r AS (SELECT 1) SELECT * FROM r; UNSUPPORTED_FEATURE; RECURSIVE",
        "EXPLAIN ESTIMATED_COST SELECT 1; UNSUPPORTED_FEATURE; EXPLAIN",
        "SELECT REPEAT('x', 100000000); STATEMENT_TOO_COMPLEX; REPEAT",
        "SELECT LPAD(REPEAT('x', 1000), 1000, 'y'); STATEMENT_TOO_COMPLEX; LPAD"
      })
  void what_parses_and_is_refused_has_a_name(String sql, ErrorCode code, String words) {
    LakeException refusal = refused(sql);

    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal.getMessage()).contains(words);
  }

  @Test
  void i7_size_operators_depth_and_tables_are_bounded() {
    String longText = "SELECT '" + "x".repeat(StatementParser.MAX_BYTES) + "'";
    String manyTables =
        "SELECT 1 FROM "
            + IntStream.rangeClosed(0, StatementParser.MAX_TABLES)
                .mapToObj(i -> "t AS a" + i)
                .collect(Collectors.joining(", "));

    assertThat(refused(longText).code()).isEqualTo(ErrorCode.STATEMENT_TOO_LARGE);
    assertThat(refused("SELECT 'é" + "é".repeat(StatementParser.MAX_BYTES / 2) + "'").code())
        .isEqualTo(ErrorCode.STATEMENT_TOO_LARGE);
    assertThat(refused(manyTables).code()).isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    assertThat(refused("SELECT 1" + " + 1".repeat(60_000)).code())
        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    assertThat(refused("SELECT " + "(".repeat(50_000) + "1" + ")".repeat(50_000)).code())
        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    assertThat(refused("SELECT * FROM t WHERE a IN (0" + ", 1".repeat(10_001) + ")").code())
        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    assertThat(refused("SELECT 1" + " UNION ALL SELECT 1".repeat(201)).code())
        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
    assertThat(refused("SELECT " + "NOT ".repeat(60_000) + "TRUE").code())
        .isEqualTo(ErrorCode.STATEMENT_TOO_COMPLEX);
  }

  @Test
  void long_lists_and_large_statements_pass() {
    String list =
        IntStream.range(0, 10_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));

    assertThat(tables("SELECT * FROM t WHERE id IN (" + list + ")")).containsExactly("main.t");
    assertThat(tables("SELECT * FROM t WHERE a = 0" + " OR a = 1".repeat(1_000)))
        .containsExactly("main.t");
  }

  @Test
  void a_statement_does_not_show_its_text() {
    assertThat(parser.parse("SELECT 'hidden' FROM t", "main").toString()).doesNotContain("hidden");
  }
}
