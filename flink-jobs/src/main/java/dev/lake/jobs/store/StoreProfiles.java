package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * The result stores of this process by name. A job carries only the name, so that no credential is
 * in its graph; every process that runs its tasks registers its own store. Thread-safe.
 */
public final class StoreProfiles {
  /** Uploads of one store at the same time, over all jobs of the process. */
  private static final int UPLOAD_THREADS = 8;

  private static final ConcurrentMap<String, Profile> PROFILES = new ConcurrentHashMap<>();

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
    Profile profile = new Profile(store, Executors.newFixedThreadPool(UPLOAD_THREADS, threads()));
    if (PROFILES.putIfAbsent(name, profile) != null) {
      profile.uploads().shutdown();
      throw new IllegalStateException("result store profile " + name + " is registered already");
    }
    return () -> {
      PROFILES.remove(name, profile);
      profile.uploads().shutdown();
    };
  }

  private static ThreadFactory threads() {
    ThreadFactory plain = Executors.defaultThreadFactory();
    return work -> {
      Thread thread = plain.newThread(work);
      thread.setName("lake-upload-" + thread.getId());
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Returns the store of that name.
   *
   * @throws LakeException CONFIG_INVALID if this process has none
   */
  public static ObjectStore get(String name) {
    return profile(name).store();
  }

  /**
   * Returns what runs the uploads to that store. Whoever uses it bounds what it hands over.
   *
   * @throws LakeException CONFIG_INVALID if this process has no store of that name
   */
  public static Executor uploads(String name) {
    return profile(name).uploads();
  }

  private static Profile profile(String name) {
    Profile profile = PROFILES.get(name);
    if (profile == null) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID,
          "Result store profile %s is not registered in this process",
          name);
    }
    return profile;
  }

  private record Profile(ObjectStore store, ExecutorService uploads) {}
}
