package dev.lake.jobs.store;

import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Objects as files of one directory. What is visible lies under {@code objects/}; everything in the
 * making lies under {@code staging/} and becomes visible by one hard link, which fails if the key
 * is taken. So both must be on one file system that has hard links. Objects made at once are forced
 * to the disk, parts are not: a machine that loses power may lose a part, and its reader will say
 * so. Thread-safe, also between processes.
 */
public final class LocalObjectStore implements ObjectStore {
  private static final int PAGE = 1_000;
  private static final int MAX_UPLOADS = 10_000;

  private final Path objects;
  private final LocalUploads uploads;
  private final Path making;

  /** Creates the directory if need be. */
  public LocalObjectStore(Path root) {
    this(root, 8 << 20);
  }

  LocalObjectStore(Path root, int pieceBytes) {
    this.objects = root.resolve("objects");
    this.making = root.resolve("staging").resolve("objects");
    this.uploads = new LocalUploads(root.resolve("staging").resolve("uploads"), pieceBytes);
    try {
      Files.createDirectories(objects);
      Files.createDirectories(making);
      uploads.prepare();
    } catch (IOException e) {
      throw StoreFailures.of(e, "creating its directories");
    }
  }

  @Override
  public int pieceBytes() {
    return uploads.pieceBytes();
  }

  @Override
  public CreateOutcome createExclusively(String key, byte[] content) {
    Path target = place(key);
    Path temporary = making.resolve(UUID.randomUUID().toString());
    try {
      try (FileChannel out =
          FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          out.write(bytes);
        }
        out.force(true);
      }
      return link(temporary, target) ? CreateOutcome.CREATED : CreateOutcome.EXISTS;
    } catch (IOException e) {
      throw StoreFailures.of(e, "creating an object");
    } finally {
      discard(temporary);
    }
  }

  /** Makes a file visible; false if the key is taken. */
  private static boolean link(Path from, Path target) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        Files.createDirectories(target.getParent());
        Files.createLink(target, from);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      } catch (NoSuchFileException e) {
        // A deletion pruned the folder between the two calls.
        if (attempt == 100 || !Files.exists(from)) {
          throw e;
        }
      }
    }
  }

  private static void discard(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw StoreFailures.of(e, "removing a temporary file");
    }
  }

  @Override
  public Optional<ObjectInfo> head(String key) {
    try {
      return info(key, place(key));
    } catch (IOException e) {
      throw StoreFailures.of(e, "looking an object up");
    }
  }

  private static Optional<ObjectInfo> info(String key, Path file) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.isRegularFile()
          ? Optional.of(
              new ObjectInfo(key, found.size(), etag(found), found.lastModifiedTime().toInstant()))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** A file that takes another's place has another identity or another time. */
  private static String etag(BasicFileAttributes file) {
    CRC32C crc = new CRC32C();
    String identity =
        file.fileKey() + ":" + file.lastModifiedTime().toInstant() + ":" + file.size();
    crc.update(identity.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue()) + "-" + file.size();
  }

  @Override
  public Optional<byte[]> read(String key, int maxBytes) {
    Optional<ObjectInput> opened = open(key, Optional.empty());
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (ObjectInput input = opened.orElseThrow()) {
      if (input.size() > maxBytes) {
        throw StoreFailures.tooLarge(maxBytes);
      }
      return Optional.of(input.stream().readNBytes((int) input.size()));
    } catch (IOException e) {
      throw StoreFailures.of(e, "reading an object");
    }
  }

  @Override
  public Optional<ObjectInput> open(String key, Optional<String> ifMatchEtag, long offset) {
    Path file = place(key);
    try {
      Optional<ObjectInfo> info = info(key, file);
      if (info.isEmpty()) {
        return Optional.empty();
      }
      if (ifMatchEtag.isPresent() && !ifMatchEtag.orElseThrow().equals(info.orElseThrow().etag())) {
        throw StoreFailures.replaced();
      }
      InputStream in = Files.newInputStream(file);
      in.skipNBytes(offset);
      return Optional.of(new LocalInput(in, info.orElseThrow(), offset));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw StoreFailures.of(e, "opening an object");
    }
  }

  @Override
  public String startUpload(String key) {
    try {
      return uploads.start(ObjectKey.checked(key));
    } catch (IOException e) {
      throw StoreFailures.of(e, "starting an upload");
    }
  }

  @Override
  public UploadedPiece uploadPiece(String key, String uploadId, int number, ByteBuffer bytes) {
    try {
      return uploads.write(uploadId, number, bytes);
    } catch (NoSuchFileException e) {
      throw StoreFailures.goneUpload();
    } catch (IOException e) {
      throw StoreFailures.of(e, "uploading a piece");
    }
  }

  @Override
  public CompleteOutcome completeUpload(
      String key, String uploadId, List<UploadedPiece> pieces, long expectedBytes) {
    Path target = place(key);
    try {
      Optional<ObjectInfo> there = info(key, target);
      if (there.isEmpty()) {
        try {
          link(uploads.checked(uploadId, pieces, expectedBytes), target);
        } catch (NoSuchFileException e) {
          // Aborted, or completed by another call a moment ago: what is visible decides.
        }
        there = info(key, target);
      }
      if (there.isEmpty()) {
        return new CompleteOutcome.Lost();
      }
      if (there.orElseThrow().size() != expectedBytes) {
        throw StoreFailures.otherSize();
      }
      uploads.remove(uploadId);
      return new CompleteOutcome.Completed(there.orElseThrow().etag());
    } catch (IOException e) {
      throw StoreFailures.of(e, "completing an upload");
    }
  }

  @Override
  public void abortUpload(String key, String uploadId) {
    try {
      uploads.remove(uploadId);
    } catch (IOException e) {
      throw StoreFailures.of(e, "aborting an upload");
    }
  }

  @Override
  public List<UploadInfo> uploads(String prefix) {
    try {
      return uploads.list(ObjectKey.checkedPrefix(prefix), MAX_UPLOADS);
    } catch (IOException e) {
      throw StoreFailures.of(e, "listing uploads");
    }
  }

  @Override
  public ListPage list(String prefix, Optional<String> token) {
    ObjectKey.checkedPrefix(prefix);
    try {
      List<String> keys = new ArrayList<>();
      LocalTree.files(
          objects.resolve(prefix.substring(0, prefix.lastIndexOf('/') + 1)),
          file -> {
            String key = objects.relativize(file).toString();
            if (key.startsWith(prefix) && key.compareTo(token.orElse("")) > 0) {
              keys.add(key);
            }
          });
      keys.sort(null);
      List<ObjectInfo> page = new ArrayList<>();
      for (String key : keys.subList(0, Math.min(PAGE, keys.size()))) {
        info(key, objects.resolve(key)).ifPresent(page::add);
      }
      return new ListPage(
          page, keys.size() > PAGE ? Optional.of(keys.get(PAGE - 1)) : Optional.empty());
    } catch (IOException e) {
      throw StoreFailures.of(e, "listing objects");
    }
  }

  @Override
  public void delete(Collection<String> keys) {
    try {
      for (String key : keys) {
        if (Files.deleteIfExists(place(key))) {
          prune(key);
        }
      }
    } catch (IOException e) {
      throw StoreFailures.of(e, "deleting objects");
    }
  }

  /** Removes the folders that only this key needed. */
  private void prune(String key) throws IOException {
    for (int end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      try {
        Files.deleteIfExists(objects.resolve(key.substring(0, end)));
      } catch (DirectoryNotEmptyException e) {
        return;
      }
    }
  }

  @Override
  public void probe() {
    new StoreProbe(this).run();
  }

  @Override
  public void close() {
    // Holds no handle between calls.
  }

  private Path place(String key) {
    return objects.resolve(ObjectKey.checked(key));
  }
}
