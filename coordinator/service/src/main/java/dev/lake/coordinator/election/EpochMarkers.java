package dev.lake.coordinator.election;

import dev.lake.jobs.store.CreateOutcome;
import dev.lake.jobs.store.ListPage;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.Fence;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * One object per election beside the results. The result store remembers elections that a ZooKeeper
 * restored from a backup has forgotten; such a ZooKeeper would let old queries run again and live
 * results be deleted.
 */
public final class EpochMarkers {
  private static final String PREFIX = "_lake/epoch/";
  private static final int MAX_BYTES = 1024;

  private final ObjectStore objects;

  /**
   * @param objects stays the caller's
   */
  public EpochMarkers(ObjectStore objects) {
    this.objects = objects;
  }

  /**
   * Leaves this election's marker. Repeatable.
   *
   * @return false when the store remembers this election as another leader's, or a later one:
   *     ZooKeeper was restored from the past
   */
  public boolean mark(Fence fence) {
    String key = key(fence.epoch());
    byte[] nonce = fence.nonce().getBytes(StandardCharsets.US_ASCII);
    boolean ours =
        objects.createExclusively(key, nonce) == CreateOutcome.CREATED
            // An earlier call of this very election whose answer was lost.
            || objects
                .read(key, MAX_BYTES)
                .filter(found -> Arrays.equals(found, nonce))
                .isPresent();
    return ours && !laterThan(key);
  }

  /** Zero-padded, so that the order of keys is the order of elections. */
  private static String key(int epoch) {
    return PREFIX + String.format(Locale.ROOT, "%010d", epoch);
  }

  private boolean laterThan(String key) {
    Optional<String> token = Optional.empty();
    do {
      ListPage page = objects.list(PREFIX, token);
      for (ObjectInfo marker : page.objects()) {
        if (marker.key().compareTo(key) > 0) {
          return true;
        }
      }
      token = page.next();
    } while (token.isPresent());
    return false;
  }
}
