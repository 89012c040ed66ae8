package dev.lake.frontend.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.frontend.auth.Principals;
import dev.lake.protocol.Connection;
import dev.lake.protocol.ConnectionCodec;
import dev.lake.protocol.TableName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AccessFilesTest {
  @TempDir Path temporary;

  @Test
  void theReaderReadsEverythingAndOnlyTheAdministratorAdministers() throws IOException {
    try (DataDirectory directory = DataDirectory.open(temporary.resolve("d"))) {
      AccessFiles access = AccessFiles.ensure(directory);
      Principals principals = Principals.load(access.principals(), Clock.systemUTC());
      assertThat(principals.byToken(access.readerToken()))
          .hasValueSatisfying(
              reader -> {
                assertThat(reader.admin()).isFalse();
                assertThat(reader.mayRead(new TableName("any", "table"))).isTrue();
              });
      assertThat(principals.byToken(access.adminToken()))
          .hasValueSatisfying(admin -> assertThat(admin.admin()).isTrue());
      assertThat(access.principals())
          .content()
          .doesNotContain(access.readerToken(), access.adminToken());
      assertThat(AccessFiles.ensure(directory)).isEqualTo(access);
      assertThat(access.toString()).doesNotContain(access.readerToken(), access.adminToken());
    }
  }

  @Test
  void theConnectionFileIsItsOwnersAlone() throws IOException {
    try (DataDirectory directory = DataDirectory.open(temporary.resolve("d"))) {
      Connection connection =
          new Connection(
              URI.create("grpc+tls://127.0.0.1:1"),
              Optional.of(Path.of("/ca.pem")),
              "reader",
              Optional.of("admin"));
      AccessFiles.writeConnection(directory, connection);
      Path file = directory.connectionFile();
      assertThat(ConnectionCodec.read(Files.readAllBytes(file))).isEqualTo(connection);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }
}
