package dev.lake.frontend.auth;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.Principal;
import dev.lake.protocol.TenantId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everyone who may call: the principals file, followed while it changes.
 *
 * <p>The file is looked at again at most once a second, by whichever call comes first; a change
 * takes effect without a restart. A file that became unreadable or invalid is reported in the log
 * and the last good content stays in force. Safe for use by many threads.
 */
public final class Principals {
  private static final Logger LOG = LoggerFactory.getLogger(Principals.class);
  private static final long CHECK_MILLIS = 1_000;

  private final @Nullable Path file;
  private final Clock clock;
  private final ReentrantLock reloading = new ReentrantLock();
  private volatile List<PrincipalEntry> entries;
  private volatile long checkedAtMillis;
  private @Nullable Stamp stamp;

  private Principals(@Nullable Path file, Clock clock, List<PrincipalEntry> entries) {
    this.file = file;
    this.clock = clock;
    this.entries = entries;
    this.checkedAtMillis = clock.millis();
  }

  /**
   * Reads the file: JSON or YAML, a list of {@code {principal, tenant, token-sha256, grants,
   * admin}}.
   *
   * @throws LakeException CONFIG_INVALID, naming the entry and the key that is wrong
   */
  public static Principals load(Path file, Clock clock) {
    // The stamp is taken first: a change while the file is read is then seen by the next look.
    Stamp stamp = Stamp.of(file);
    Principals principals = new Principals(file, clock, PrincipalsFile.read(file));
    principals.stamp = stamp;
    return principals;
  }

  /** Everyone is one local principal with every right; the server allows this on loopback only. */
  public static Principals anonymous() {
    Principal principal = new Principal("anonymous", new TenantId("local"));
    Identity identity = new Identity(principal, List.of(new Grant.Everything()), true);
    return new Principals(
        null, Clock.systemUTC(), List.of(new PrincipalEntry(identity, List.of())));
  }

  /** Whether calls need no token. */
  public boolean isAnonymous() {
    return file == null;
  }

  /** Whose token this is. Compares with every known digest, in constant time for each. */
  public Optional<Identity> byToken(String token) {
    reloadIfChanged();
    if (file == null) {
      return Optional.of(entries.get(0).identity());
    }
    byte[] digest = digest(token);
    @Nullable Identity found = null;
    for (PrincipalEntry entry : entries) {
      for (byte[] known : entry.tokenDigests()) {
        if (MessageDigest.isEqual(known, digest)) {
          found = entry.identity();
        }
      }
    }
    return Optional.ofNullable(found);
  }

  /** What the principal may do now; empty if it is no longer in the file. */
  public Optional<Identity> byPrincipal(Principal principal) {
    reloadIfChanged();
    return entries.stream()
        .map(PrincipalEntry::identity)
        .filter(identity -> identity.principal().equals(principal))
        .findFirst();
  }

  private void reloadIfChanged() {
    long now = clock.millis();
    if (file == null || now - checkedAtMillis < CHECK_MILLIS || !reloading.tryLock()) {
      return;
    }
    try {
      checkedAtMillis = now;
      Stamp current = Stamp.of(file);
      if (!current.equals(stamp)) {
        stamp = current;
        entries = PrincipalsFile.read(file);
        LOG.info("Principals file changed: {} principals are known now", entries.size());
      }
    } catch (LakeException e) {
      LOG.error("Keeping the principals read before: {}", e.getMessage());
    } finally {
      reloading.unlock();
    }
  }

  /** SHA-256 of a token, as the file holds it in hex. */
  static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256", e);
    }
  }

  /** Tells one content of the file from the next without reading it. */
  private record Stamp(long modifiedMillis, long size, String key) {
    static Stamp of(Path file) {
      try {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(
            attributes.lastModifiedTime().toMillis(),
            attributes.size(),
            Objects.toString(attributes.fileKey(), ""));
      } catch (IOException e) {
        throw new LakeException(
            ErrorCode.CONFIG_INVALID, e, "Cannot read the principals file %s", file.getFileName());
      }
    }
  }
}
