package dev.lake.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.Connection;
import dev.lake.protocol.ConnectionCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LakeCommandTest {
  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "table --help",
        "table register --help",
        "table list --help",
        "table describe --help",
        "table drop --help",
        "query --help",
        "export --help",
        "--version"
      })
  void explainsItself(String arguments) {
    assertThat(run(arguments.split(" "))).isZero();
    assertThat(out.toString()).isNotBlank();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aWrongCommandLineSaysWhatIsWrong() {
    assertThat(run("table", "register", "t", "/data/t.lance", "--data-dir", "d")).isEqualTo(2);
    assertThat(err.toString()).contains("--version=N", "--follow-latest");
  }

  @Test
  void theServerHasToBeNamed() {
    assertThat(run("query", "SELECT 1")).isEqualTo(1);
    assertThat(err.toString()).startsWith("lake: CONFIG_INVALID: Which lake?").hasLineCount(1);
  }

  @Test
  void aMissingConnectionFileIsNamed() {
    assertThat(run("query", "SELECT 1", "--data-dir", directory.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains(directory.resolve("connection.json").toString())
        .hasLineCount(1);
  }

  @Test
  void aServerThatIsNotThereIsReportedInOneLine() throws IOException {
    int port = unusedPort();
    Path file = directory.resolve("connection.json");
    Files.write(
        file,
        ConnectionCodec.write(
            new Connection(
                URI.create("grpc+tcp://127.0.0.1:" + port),
                Optional.empty(),
                "token",
                Optional.empty())));
    assertThat(run("query", "SELECT 1", "--connection", file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("lake: UNAVAILABLE: 127.0.0.1:" + port + ": ")
        .contains("is lake running there?")
        .hasLineCount(1);
    assertThat(run("table", "list", "--connection", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no admin-token");
  }

  @Test
  void aBrokenConnectionFileIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("broken.json"), "{");
    assertThat(run("query", "SELECT 1", "--connection", file.toString())).isEqualTo(1);
    assertThat(err.toString()).startsWith("lake: CONFIG_INVALID: " + file).hasLineCount(1);
  }

  @Test
  void aStatementMayBeginWithAComment() {
    for (String sql : List.of("-- all\nSELECT 1", "--all\nSELECT 1")) {
      assertThat(LakeCommand.statementLast("query", sql, "--data-dir", "d"))
          .containsExactly("query", "--data-dir", "d", "--", sql);
      assertThat(run(LakeCommand.statementLast("query", sql, "--data-dir", "d"))).isEqualTo(1);
    }
    assertThat(LakeCommand.statementLast("query", "SELECT 1", "--data-dir=a b"))
        .containsExactly("query", "SELECT 1", "--data-dir=a b");
  }

  private int run(String... arguments) {
    return LakeCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
