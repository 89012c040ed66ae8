package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The result stores of this process by name. A job carries only the name, so that no credential is
 * in its graph; every process that runs its tasks registers its own store. Thread-safe.
 */
public final class StoreProfiles {
  private static final ConcurrentMap<String, ObjectStore> STORES = new ConcurrentHashMap<>();

  private StoreProfiles() {}

  /** A registration; closing it ends it, not the store. */
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Makes a store known. The caller keeps it open until the registration is closed.
   *
   * @throws IllegalStateException if the name is taken
   */
  public static Registration register(String name, ObjectStore store) {
    if (STORES.putIfAbsent(name, store) != null) {
      throw new IllegalStateException("result store profile " + name + " is registered already");
    }
    return () -> STORES.remove(name, store);
  }

  /**
   * Returns the store of that name.
   *
   * @throws LakeException CONFIG_INVALID if this process has none
   */
  public static ObjectStore get(String name) {
    ObjectStore store = STORES.get(name);
    if (store == null) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          "Result store profile %s is not registered in this process",
          name);
    }
    return store;
  }
}
