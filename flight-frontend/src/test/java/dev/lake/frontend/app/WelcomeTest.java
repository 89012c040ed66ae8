package dev.lake.frontend.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.Connection;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WelcomeTest {
  @Test
  void pathsWithSpacesCanBePasted() {
    Path data = Path.of("/home/o'neil/my data");
    Connection connection =
        new Connection(
            URI.create("grpc+tls://127.0.0.1:4242"),
            Optional.of(data.resolve("ca.pem")),
            "reader-token",
            Optional.empty());
    String text =
        new Welcome(connection, data.resolve("connection.json"), "/opt/my lake/bin").text();
    assertThat(text)
        .contains("\n'/opt/my lake/bin' table list --data-dir '/home/o'\\''neil/my data'\n")
        .contains("\nlake = json.load(open(\"/home/o'neil/my data/connection.json\"))\n")
        .contains("/p' '/home/o'\\''neil/my data/connection.json')\n")
        .contains("&tlsRootCerts=/home/o%27neil/my%20data/ca.pem&token=$TOKEN\"")
        .contains("--add-opens=java.base/java.nio=ALL-UNNAMED")
        .doesNotContain("reader-token");
  }
}
