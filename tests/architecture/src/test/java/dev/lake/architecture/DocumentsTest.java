package dev.lake.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that a document points to as proof are there. */
final class DocumentsTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern FENCED = Pattern.compile("(?s)```.*?```");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NAMED =
      Pattern.compile("([A-Z]\\w*(?:Test|ITCase|Contract))?(?:#(\\w+))?");

  @ParameterizedTest
  @ValueSource(strings = {"INVARIANTS.md", "ARCHITECTURE.md"})
  @DisplayName("every test that is named as proof exists, class and method")
  void testsThatAreNamedExist(String document) throws IOException {
    Map<String, String> tests = tests();
    List<String> missing = new ArrayList<>();
    String lastClass = "";
    int named = 0;
    String text = FENCED.matcher(Files.readString(ROOT.resolve(document))).replaceAll("");
    Matcher code = CODE.matcher(text);
    while (code.find()) {
      Matcher test = NAMED.matcher(code.group(1));
      if (!test.matches()) {
        continue;
      }
      lastClass = test.group(1) == null ? lastClass : test.group(1);
      String method = test.group(2) == null ? "" : " " + test.group(2) + "(";
      named++;
      if (!tests.getOrDefault(lastClass, "").contains(method) || !tests.containsKey(lastClass)) {
        missing.add(lastClass + method);
      }
    }
    assertThat(named).isPositive();
    assertThat(missing).isEmpty();
  }

  /** The source of every test class, by its name. */
  private static Map<String, String> tests() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/test/java/"))
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("package-info.java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  DocumentsTest::read,
                  String::concat));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
