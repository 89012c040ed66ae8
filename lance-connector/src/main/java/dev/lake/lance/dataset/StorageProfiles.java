package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The storage options of this process, by name. A plan or a job carries only the name, so that
 * credentials never travel with it: each process registers its own. Thread-safe.
 */
public final class StorageProfiles {
  /** The name that every process has: {@link StorageOptions#NONE}. */
  public static final String NONE = "none";

  private static final ConcurrentMap<String, StorageOptions> PROFILES = new ConcurrentHashMap<>();

  private StorageProfiles() {}

  /** A registration, undone by closing it. Closing twice is harmless. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Registers options under a name until the registration is closed.
   *
   * @throws IllegalStateException if the name is taken
   */
  public static Registration register(String name, StorageOptions options) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("A storage profile needs a name.");
    }
    if (name.equals(NONE) || PROFILES.putIfAbsent(name, options) != null) {
      throw new IllegalStateException("The storage profile '" + name + "' is already registered.");
    }
    return () -> PROFILES.remove(name, options);
  }

  /**
   * The options of a name.
   *
   * @throws DatasetException UNAVAILABLE if this process has no such profile
   */
  public static StorageOptions get(String name) {
    if (name.equals(NONE)) {
      return StorageOptions.NONE;
    }
    StorageOptions options = PROFILES.get(name);
    if (options == null) {
      throw new DatasetException(
          Kind.UNAVAILABLE, "This process has no storage profile named '" + name + "'.");
    }
    return options;
  }
}
