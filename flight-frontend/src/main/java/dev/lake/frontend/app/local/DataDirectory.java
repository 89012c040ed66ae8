package dev.lake.frontend.app.local;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The directory that holds everything a standalone lake keeps over restarts. At most one process
 * holds it at a time: the kernel drops the lock with the process, so a killed process never blocks
 * the next one.
 *
 * <p>Opening fails with {@link ErrorCode#DATA_DIRECTORY_IN_USE} while another process holds it,
 * with {@link ErrorCode#DATA_DIRECTORY_TOO_NEW} when a newer lake wrote it, with {@link
 * ErrorCode#STORE_FULL} when the disk is full and with {@link ErrorCode#CONFIG_INVALID} when it
 * cannot be a data directory at all. Not thread-safe.
 */
public final class DataDirectory implements AutoCloseable {
  /** The layout this code reads and writes; a directory with a higher number is refused. */
  static final int VERSION = 1;

  /** ZooKeeper alone sets 64 MiB aside, and on a full disk only waits for its own start. */
  private static final long ROOM_TO_START = 128L << 20;

  /** What this process holds: the kernel's lock is against other processes only. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path root;
  private final FileChannel lockFile;
  private final FileLock lock;

  private DataDirectory(Path root, FileChannel lockFile, FileLock lock) {
    this.root = root;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /**
   * Creates the directory where it is missing, takes its lock, and removes what a killed process
   * left in it.
   */
  public static DataDirectory open(Path directory) {
    Path root = directory.toAbsolutePath().normalize();
    try {
      refuseForeign(root);
      Files.createDirectories(root);
      return lock(root);
    } catch (IOException e) {
      throw asLake(root, e);
    }
  }

  /**
   * The kernel drops a process's lock as soon as that process closes any descriptor of the file,
   * also another one than the lock was taken by: while it is held, this process opens the file no
   * second time, and the process id is written through the channel that holds it.
   */
  private static DataDirectory lock(Path root) throws IOException {
    Path file = root.resolve("lock");
    if (!HELD.add(root)) {
      throw inUse(root, String.valueOf(ProcessHandle.current().pid()));
    }
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        FileLock lock = channel.tryLock();
        if (lock == null) {
          throw inUse(root, Files.readString(file).strip());
        }
        checkVersion(root);
        channel.truncate(0);
        channel.write(US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
        DataDirectory directory = new DataDirectory(root, channel, lock);
        directory.prepare();
        return directory;
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      HELD.remove(root);
      throw e;
    }
  }

  private static LakeException inUse(Path root, String process) {
    return new LakeException(
        ErrorCode.DATA_DIRECTORY_IN_USE,
        "Data directory %s is in use by process %s: stop it, or choose another --data-dir",
        root,
        process);
  }

  /** A folder with other things in it is more likely a typing error than a wish. */
  private static void refuseForeign(Path root) throws IOException {
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, "--data-dir %s is a file, not a directory", root);
    }
    boolean ours = Files.exists(root.resolve("lock")) || Files.exists(root.resolve("version"));
    if (ours || !Files.isDirectory(root)) {
      return;
    }
    try (Stream<Path> entries = Files.list(root)) {
      if (entries.findAny().isPresent()) {
        throw new LakeException(
            ErrorCode.CONFIG_INVALID,
            "--data-dir %s is not empty and is no lake data directory: choose an empty or a new one",
            root);
      }
    }
  }

  private static void checkVersion(Path root) throws IOException {
    Path file = root.resolve("version");
    if (!Files.exists(file)) {
      return;
    }
    OptionalInt written = number(Files.readString(file));
    if (written.isEmpty() || written.getAsInt() > VERSION) {
      throw new LakeException(
          ErrorCode.DATA_DIRECTORY_TOO_NEW,
          "Data directory %s has layout version %s, this lake knows up to %d: use the lake that wrote it, or a newer one",
          root,
          written.isEmpty() ? "unknown" : String.valueOf(written.getAsInt()),
          VERSION);
    }
  }

  private void prepare() throws IOException {
    Files.writeString(root.resolve("version"), VERSION + "\n");
    PrivateFiles.directory(secrets());
    Files.createDirectories(logs());
    Trees.delete(root.resolve("tmp"));
    requireRoom();
    Files.createDirectories(temporary());
  }

  private void requireRoom() throws IOException {
    if (Files.getFileStore(root).getUsableSpace() < ROOM_TO_START) {
      throw new LakeException(
          ErrorCode.STORE_FULL,
          "The disk that holds %s is full: lake needs %d MiB free to start",
          root,
          ROOM_TO_START >> 20);
    }
  }

  /** Files only the owner may read: keys, tokens, credentials. */
  public Path secrets() {
    return root.resolve("secrets");
  }

  /** Where log files go. */
  public Path logs() {
    return root.resolve("log");
  }

  /** Emptied at each start; native libraries are unpacked here. */
  public Path temporary() {
    return root.resolve("tmp");
  }

  /** The base directory of the embedded ZooKeeper. */
  public Path zookeeper() {
    return root.resolve("zookeeper");
  }

  /** One directory per bucket of the embedded object store. */
  public Path objects() {
    return root.resolve("objects");
  }

  /** What clients read to find the server. */
  public Path connectionFile() {
    return root.resolve("connection.json");
  }

  /** The absolute path of the directory itself. */
  public Path root() {
    return root;
  }

  /** The port of the last start, empty at the first. */
  public OptionalInt port() {
    Path file = root.resolve("port");
    try {
      return Files.exists(file) ? number(Files.readString(file)) : OptionalInt.empty();
    } catch (IOException e) {
      throw asLake(root, e);
    }
  }

  /** Every root that {@code --tables} ever named here, {@code added} included from now on. */
  public List<String> tableRoots(Optional<String> added) {
    Path file = root.resolve("table-roots");
    try {
      Set<String> roots = new LinkedHashSet<>();
      if (Files.exists(file)) {
        roots.addAll(Files.readAllLines(file));
      }
      if (added.filter(roots::add).isPresent()) {
        Files.write(file, roots);
      }
      return List.copyOf(roots);
    } catch (IOException e) {
      throw asLake(root, e);
    }
  }

  /** Remembers the port for the next start. */
  public void rememberPort(int port) {
    try {
      Files.writeString(root.resolve("port"), port + "\n");
    } catch (IOException e) {
      throw asLake(root, e);
    }
  }

  private static OptionalInt number(String text) {
    String digits = text.strip();
    return digits.matches("[0-9]{1,9}")
        ? OptionalInt.of(Integer.parseInt(digits))
        : OptionalInt.empty();
  }

  /** Gives the lock back; the temporary files of this process go with it. */
  @Override
  public void close() {
    try {
      Trees.delete(temporary());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot remove the temporary files of " + root, e);
    } finally {
      release();
    }
  }

  private void release() {
    try {
      lock.release();
      lockFile.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot give back the lock of " + root, e);
    } finally {
      HELD.remove(root);
    }
  }

  static LakeException asLake(Path path, IOException e) {
    if (isDiskFull(e)) {
      return new LakeException(
          ErrorCode.STORE_FULL, e, "The disk that holds %s is full: free some space", path);
    }
    String reason =
        e instanceof AccessDeniedException
            ? "permission denied"
            : e instanceof FileAlreadyExistsException
                ? "a part of the path is a file"
                : String.valueOf(e.getMessage());
    return new LakeException(
        ErrorCode.CONFIG_INVALID, e, "Cannot use data directory %s: %s", path, reason);
  }

  private static boolean isDiskFull(IOException e) {
    String text =
        e instanceof FileSystemException file && file.getReason() != null
            ? String.valueOf(file.getReason())
            : String.valueOf(e.getMessage());
    return text.contains("No space left") || text.contains("Disk quota exceeded");
  }
}
