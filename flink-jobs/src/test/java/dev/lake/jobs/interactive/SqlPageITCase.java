package dev.lake.jobs.interactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code docs/sql.md} says what the code does: each of its examples is run. */
class SqlPageITCase {

  private static final Path PAGE = Path.of("..", "docs", "sql.md");
  private static final String RESULT = "=> ";
  private static final String REFUSED = "refused ";

  @TempDir static Path directory;
  private static Lake lake;

  /** A statement of the page and the lines behind it. */
  private record Example(String sql, List<String> results) {
    @Override
    public String toString() {
      return sql;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    lake = new Lake(directory);
  }

  @AfterAll
  static void stop() {
    lake.close();
  }

  static Stream<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("```")) {
        inside = line.equals("```sql");
      } else if (inside && line.startsWith(RESULT)) {
        examples.get(examples.size() - 1).results().add(line.substring(RESULT.length()));
      } else if (inside) {
        String sql = line.endsWith(";") ? line.substring(0, line.length() - 1) : line;
        examples.add(new Example(sql, new ArrayList<>()));
      }
    }
    assertThat(examples).hasSizeGreaterThan(20);
    return examples.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("examples")
  void is_as_the_page_says(Example example) throws Exception {
    List<String> results = example.results();
    if (results.isEmpty() || !results.get(0).startsWith(REFUSED)) {
      assertThat(lake.take(example.sql()).rows()).isEqualTo(results);
      return;
    }
    String[] refusal = results.get(0).substring(REFUSED.length()).split(" ", 2);
    LakeException refused =
        catchThrowableOfType(LakeException.class, () -> lake.plan(example.sql()));
    assertThat(refused).isNotNull();
    assertThat(refused.code()).hasToString(refusal[0]);
    assertThat(refused).hasMessageContaining(refusal.length > 1 ? refusal[1] : "");
  }
}
