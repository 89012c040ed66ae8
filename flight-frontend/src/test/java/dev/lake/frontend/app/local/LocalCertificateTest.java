package dev.lake.frontend.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalCertificateTest {
  @TempDir Path directory;

  @Test
  void namesTheLoopbackAndIsSignedByItsAuthority() throws IOException, GeneralSecurityException {
    LocalCertificate files = LocalCertificate.ensure(directory, Clock.systemUTC());
    X509Certificate server = certificate(files.chain());
    server.verify(certificate(files.authority()).getPublicKey());
    List<Object> names =
        server.getSubjectAlternativeNames().stream().<Object>map(name -> name.get(1)).toList();
    assertThat(names).contains("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.key())))
        .isEqualTo("rw-------");
    assertThat(files.key()).content().startsWith("-----BEGIN PRIVATE KEY-----");
  }

  @Test
  void staysTheSameOverRestarts() throws IOException {
    byte[] first =
        Files.readAllBytes(LocalCertificate.ensure(directory, Clock.systemUTC()).chain());
    byte[] second =
        Files.readAllBytes(LocalCertificate.ensure(directory, Clock.systemUTC()).chain());
    assertThat(second).isEqualTo(first);
  }

  @Test
  void isMadeAnewBeforeItEnds() throws IOException {
    Clock tenYearsAgo = Clock.offset(Clock.systemUTC(), Duration.ofDays(-3650));
    byte[] old = Files.readAllBytes(LocalCertificate.ensure(directory, tenYearsAgo).chain());
    byte[] fresh =
        Files.readAllBytes(LocalCertificate.ensure(directory, Clock.systemUTC()).chain());
    assertThat(fresh).isNotEqualTo(old);
  }

  private static X509Certificate certificate(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }
}
