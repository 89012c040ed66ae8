package dev.lake.frontend.app.local;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate for this machine's loopback names, signed by an authority made for it alone, kept
 * over restarts so that clients that trust it go on doing so. The authority's key is thrown away
 * once it has signed.
 *
 * @param authority PEM file that clients trust
 * @param chain PEM file that the server presents
 * @param key PEM file of the server's private key, readable by its owner only
 */
public record LocalCertificate(Path authority, Path chain, Path key) {
  private static final Duration LIFE = Duration.ofDays(3650);
  private static final Duration RENEW_BEFORE = Duration.ofDays(30);
  private static final Duration BACKDATED = Duration.ofDays(1);

  /**
   * The certificate in {@code directory}; made anew where there is none, or when it is about to
   * end.
   */
  public static LocalCertificate ensure(Path directory, Clock clock) {
    LocalCertificate files =
        new LocalCertificate(
            directory.resolve("ca.pem"),
            directory.resolve("server.pem"),
            directory.resolve("server.key"));
    try {
      Files.createDirectories(directory);
      if (!files.usable(clock.instant())) {
        files.make(clock.instant());
      }
      return files;
    } catch (IOException e) {
      throw DataDirectory.asLake(directory, e);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new LakeException(ErrorCode.INTERNAL, e, "Cannot make a certificate in %s", directory);
    }
  }

  private boolean usable(Instant now) throws IOException {
    if (!Files.exists(authority) || !Files.exists(chain) || !Files.exists(key)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(chain)) {
      X509Certificate certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      return certificate.getNotAfter().toInstant().isAfter(now.plus(RENEW_BEFORE));
    } catch (GeneralSecurityException unreadable) {
      return false;
    }
  }

  private void make(Instant now)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPair authorityKeys = keys();
    X500Name authorityName = new X500Name("CN=lake standalone authority");
    X509CertificateHolder root =
        certificate(authorityName, authorityName, authorityKeys, now)
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
            .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))
            .build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(authorityKeys.getPrivate()));
    KeyPair serverKeys = keys();
    X509CertificateHolder server =
        certificate(authorityName, new X500Name("CN=localhost"), serverKeys, now)
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
            .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
            .addExtension(
                Extension.extendedKeyUsage,
                false,
                new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
            .addExtension(Extension.subjectAlternativeName, false, names())
            .build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(authorityKeys.getPrivate()));
    PrivateFiles.write(key, pem(new JcaPKCS8Generator(serverKeys.getPrivate(), null)));
    Files.writeString(chain, pem(server) + pem(root));
    Files.writeString(authority, pem(root));
  }

  private static JcaX509v3CertificateBuilder certificate(
      X500Name issuer, X500Name subject, KeyPair keys, Instant now) throws CertIOException {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(120, new SecureRandom()),
        Date.from(now.minus(BACKDATED)),
        Date.from(now.plus(LIFE)),
        subject,
        keys.getPublic());
  }

  private static GeneralNames names() {
    return new GeneralNames(
        new GeneralName[] {
          new GeneralName(GeneralName.dNSName, "localhost"),
          new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
          new GeneralName(GeneralName.iPAddress, "::1")
        });
  }

  private static KeyPair keys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static String pem(Object object) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString();
  }
}
