package dev.lake.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lake.client.ExportStatus;
import dev.lake.client.Exports;
import dev.lake.client.LakeClient;
import dev.lake.harness.DemoTables;
import dev.lake.harness.StandaloneLake;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full, really: a small one in memory, mounted for the process alone. Skipped where
 * the machine does not let its users mount anything.
 */
@DisplayName("I7: a full disk has its own name")
final class FullDiskITCase {
  @TempDir Path temporary;

  @BeforeEach
  void mayMount() throws Exception {
    Process tried =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "unshare -rm sh -c 'mount -t tmpfs -o size=64k none \"$0\"' \"$0\" 2>/dev/null",
                temporary.toString())
            .start();
    boolean may = tried.waitFor(10, TimeUnit.SECONDS) && tried.exitValue() == 0;
    assumeTrue(may, "this machine does not let its users mount a small disk");
  }

  @AfterEach
  void reset() {
    System.clearProperty("lake.command");
  }

  /** A command that starts lake with a small disk in place of the directory. */
  private void smallDisk(Path directory, String size) throws IOException {
    Files.createDirectories(directory);
    String classPath =
        Optional.ofNullable(System.getProperty("surefire.test.class.path"))
            .orElse(System.getProperty("java.class.path"));
    String script =
        """
        #!/bin/sh
        exec unshare -rm sh -c 'mount -t tmpfs -o size=%s,mode=700 none "$0" && exec "$@"' \
          '%s' \
          '%s' --add-opens=java.base/java.nio=ALL-UNNAMED \
          --add-opens=java.base/java.util=ALL-UNNAMED \
          --add-opens=java.base/java.lang=ALL-UNNAMED \
          --add-opens=java.base/java.time=ALL-UNNAMED -Xmx1g -XX:MaxDirectMemorySize=1g \
          '-Dlake.s3proxy=%s' -cp '%s' dev.lake.frontend.app.LakeServer "$@"
        """
            .formatted(
                size,
                directory,
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("lake.s3proxy"),
                classPath);
    Path command =
        Files.createFile(
            temporary.resolve("lake"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(command, script);
    System.setProperty("lake.command", command.toString());
  }

  @Test
  void aDataDirectoryOnAFullDisk() throws IOException {
    Path data = temporary.resolve("data");
    smallDisk(data, "256k");
    try (StandaloneLake lake = StandaloneLake.launch(data, List.of())) {
      assertThat(lake.awaitExit()).isEqualTo(1);
      assertThat(lake.output()).startsWith("lake: STORE_FULL: ").hasLineCount(1);
    }
  }

  @Test
  @DisplayName("an export that fills the result store fails by name and gives its room back")
  void anExportOnAFullDisk() throws IOException {
    Path results = temporary.resolve("results");
    smallDisk(results, "24m");
    Path tables = Files.createDirectories(temporary.resolve("tables"));
    DemoTables.writeOrders(tables.resolve("orders.lance").toString(), Map.of(), 400_000);
    Path config =
        Files.writeString(
            temporary.resolve("lake.yaml"), "results: {directory: " + results + "}\n");
    try (StandaloneLake lake =
            StandaloneLake.start(
                temporary.resolve("data"),
                "--tables",
                tables.toString(),
                "--config",
                config.toString());
        LakeClient client = lake.client()) {
      Exports exports = client.exports();
      assertThatThrownBy(() -> exports.run("SELECT * FROM orders", "large", status -> {}))
          .isInstanceOfSatisfying(
              LakeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FULL))
          .hasMessageNotContaining(temporary.toString());
      ExportStatus small =
          exports.run("SELECT * FROM orders WHERE id < 20000", "small", status -> {});
      assertThat(small.rows()).isEqualTo(20_000);
    }
  }
}
