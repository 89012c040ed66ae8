package dev.lake.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo itself, over a smaller table. */
final class DemoITCase {
  @TempDir Path temporary;

  @Test
  void endsWithItsChecksHeldAndNothingLeft() throws IOException, InterruptedException {
    Path output = temporary.resolve("output");
    Path scratch = Files.createDirectories(temporary.resolve("scratch"));
    Process demo = demo(scratch).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(demo.waitFor(5, TimeUnit.MINUTES)).as("ends: %s", read(output)).isTrue();
    } finally {
      demo.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(demo.exitValue()).as("%s", lines).isZero();
    assertThat(lines.get(lines.size() - 1)).matches("demo ok: [0-9]+ checks in [0-9.]+ s");
    assertThat(scratch).isEmptyDirectory();
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }

  private static ProcessBuilder demo(Path scratch) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-Xmx512m");
    command.add("-Djava.io.tmpdir=" + scratch);
    command.add("-Dlake.s3proxy=" + System.getProperty("lake.s3proxy"));
    command.add("-cp");
    command.add(
        Optional.ofNullable(System.getProperty("surefire.test.class.path"))
            .orElse(System.getProperty("java.class.path")));
    command.addAll(List.of("dev.lake.demo.Demo", "--rows", "20000"));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("AWS_EC2_METADATA_DISABLED", "true");
    return builder;
  }
}
