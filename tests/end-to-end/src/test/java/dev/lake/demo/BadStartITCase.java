package dev.lake.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.client.ExportStatus;
import dev.lake.client.Exports;
import dev.lake.client.LakeClient;
import dev.lake.client.PartEndpoint;
import dev.lake.client.QueryRows;
import dev.lake.harness.DemoTables;
import dev.lake.harness.StandaloneLake;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user gets wrong when starting: one line with the error's name, and nothing left behind.
 */
final class BadStartITCase {
  @TempDir Path temporary;

  @Test
  void aPortInUse() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = other.getLocalPort();
      refused("PORT_IN_USE: Port " + port, "--port", String.valueOf(port));
    }
  }

  @Test
  @DisplayName("whoever is refused leaves the lake that runs as it is, with --port and without")
  void aDataDirectoryInUse() throws IOException {
    Path tables = Files.createDirectories(temporary.resolve("tables"));
    DemoTables.writeOrders(tables.resolve("orders.lance").toString(), Map.of(), 1_000);
    try (StandaloneLake lake = StandaloneLake.start(data(), "--tables", tables.toString())) {
      String line = "DATA_DIRECTORY_IN_USE: ";
      String holder = "in use by process " + lake.process().pid() + ":";
      assertThat(refused(line)).contains(holder);
      assertThat(refused(line, "--port", "0")).contains(holder);
      goesOn(lake);
    }
  }

  private void goesOn(StandaloneLake lake) {
    try (LakeClient client = lake.client()) {
      try (QueryRows rows = client.query("SELECT id FROM orders WHERE id < 10")) {
        assertThat(rows.next()).isTrue();
      }
      Exports exports = client.exports();
      ExportStatus done =
          exports.run("SELECT id + 1 AS following_id FROM orders", "after", status -> {});
      assertThat(done.rows()).isEqualTo(1_000);
      for (PartEndpoint part : done.parts()) {
        assertThat(exports.download(done, part, temporary.resolve("parts"))).isNotEmptyFile();
      }
    }
  }

  @Test
  void aDataDirectoryOfANewerLake() throws IOException {
    Path data = Files.createDirectories(data());
    Files.writeString(data.resolve("version"), "99\n");
    refused("DATA_DIRECTORY_TOO_NEW: ");
    assertThat(data.resolve("version")).hasContent("99\n");
  }

  @Test
  void aMisspeltKey() throws IOException {
    Path config = Files.writeString(temporary.resolve("lake.yaml"), "frontend: {prot: 4242}\n");
    refused(
        "CONFIG_INVALID: frontend.prot is no key of lake's configuration: did you mean"
            + " frontend.port?",
        "--config",
        config.toString());
    assertThat(data()).doesNotExist();
  }

  @Test
  void plaintextInTheOpen() throws IOException {
    Path config =
        Files.writeString(
            temporary.resolve("lake.yaml"), "frontend: {host: 0.0.0.0, tls: {source: none}}\n");
    refused("CONFIG_INVALID: frontend.tls.source is none", "--config", config.toString());
  }

  @Test
  void tablesThatAreNotThere() {
    refused("CONFIG_INVALID: --tables ", "--tables", temporary.resolve("typo").toString());
  }

  @Test
  void tablesThatAreAFile() throws IOException {
    Path file = Files.writeString(temporary.resolve("afile"), "");
    assertThat(refused("CONFIG_INVALID: --tables ", "--tables", file.toString()))
        .contains("it is a file, not a directory");
  }

  @Test
  void aPortThatIsNone() {
    refused("CONFIG_INVALID: --port 99999 must be from 0 to 65535", "--port", "99999");
    assertThat(data()).doesNotExist();
  }

  @Test
  void aDirectoryOfSomethingElse() throws IOException {
    Files.createDirectories(data());
    Files.writeString(data().resolve("thesis.txt"), "precious");
    refused("CONFIG_INVALID: --data-dir ");
    assertThat(data().toFile().list()).containsExactly("thesis.txt");
  }

  private Path data() {
    return temporary.resolve("data");
  }

  private String refused(String line, String... arguments) {
    try (StandaloneLake lake = StandaloneLake.launch(data(), List.of(), arguments)) {
      assertThat(lake.awaitExit()).isEqualTo(1);
      assertThat(lake.output()).startsWith("lake: " + line).hasLineCount(1);
      assertThat(lake.process().descendants()).isEmpty();
      return lake.output();
    }
  }
}
