package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Open uploads, one folder each: {@code key} names the key, {@code data} holds every piece in its
 * place, {@code piece-<number>} its tag. Since all pieces but the last have one size, completing
 * copies nothing.
 */
final class LocalUploads {
  private static final int STRIPES = 64;

  /** Measured: pieces written whole cost the kernel up to seven times the work. */
  private static final int AT_ONCE = 128 << 10;

  private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");

  private final Path root;
  private final int pieceBytes;
  private final Lock[] writing =
      Stream.generate(ReentrantLock::new).limit(STRIPES).toArray(Lock[]::new);

  LocalUploads(Path root, int pieceBytes) {
    this.root = root;
    this.pieceBytes = pieceBytes;
  }

  void prepare() throws IOException {
    Files.createDirectories(root);
  }

  int pieceBytes() {
    return pieceBytes;
  }

  String start(String key) throws IOException {
    String id = UUID.randomUUID().toString();
    Path folder = Files.createDirectory(folder(id));
    Files.createFile(folder.resolve("data"));
    Files.writeString(folder.resolve("key"), key, StandardOpenOption.CREATE_NEW);
    return id;
  }

  UploadedPiece write(String id, int number, ByteBuffer bytes) throws IOException {
    ByteBuffer source = bytes.duplicate();
    int size = source.remaining();
    if (size > pieceBytes) {
      throw new IllegalArgumentException("a piece has at most " + pieceBytes + " bytes");
    }
    Path folder = folder(id);
    // The kernel lets one thread write to a file at a time, and the others spin meanwhile.
    Lock alone = writing[Math.floorMod(id.hashCode(), writing.length)];
    alone.lock();
    try (FileChannel data = FileChannel.open(folder.resolve("data"), StandardOpenOption.WRITE)) {
      long at = (number - 1L) * pieceBytes;
      int end = source.limit();
      while (source.position() < end) {
        source.limit(Math.min(end, source.position() + AT_ONCE));
        at += data.write(source, at);
      }
    } finally {
      alone.unlock();
    }
    String etag = tag(bytes.duplicate());
    Files.writeString(piece(folder, number), etag);
    return new UploadedPiece(number, etag, size);
  }

  private static String tag(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /** The file of an upload that has exactly these pieces. */
  Path checked(String id, List<UploadedPiece> pieces, long expectedBytes) throws IOException {
    Path folder = folder(id);
    Path data = folder.resolve("data");
    long size = Files.size(data);
    for (int i = 0; i < pieces.size(); i++) {
      UploadedPiece piece = pieces.get(i);
      boolean last = i == pieces.size() - 1;
      if ((!last && piece.bytes() != pieceBytes) || !stored(folder, piece)) {
        throw refused("a piece is missing, was replaced or has the wrong size");
      }
    }
    if (size != expectedBytes) {
      throw refused("its pieces have other bytes than expected");
    }
    return data;
  }

  private static boolean stored(Path folder, UploadedPiece piece) throws IOException {
    try {
      return Files.readString(piece(folder, piece.number())).equals(piece.etag());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static LakeException refused(String why) {
    return new LakeException(
        ErrorCode.STORE_REJECTED, "The result store rejected completing an upload: %s", why);
  }

  void remove(String id) throws IOException {
    LocalTree.delete(folder(id));
  }

  List<UploadInfo> list(String prefix, int most) throws IOException {
    List<UploadInfo> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
      for (Path folder : folders) {
        if (found.size() == most) {
          break;
        }
        Path named = folder.resolve("key");
        try {
          String key = Files.readString(named);
          if (key.startsWith(prefix)) {
            String id = String.valueOf(folder.getFileName());
            found.add(new UploadInfo(key, id, Files.getLastModifiedTime(named).toInstant()));
          }
        } catch (NoSuchFileException e) {
          // Removed meanwhile, or only just begun.
        }
      }
    } catch (DirectoryIteratorException e) {
      throw new IOException("the folder of uploads cannot be read", e);
    }
    return found;
  }

  private Path folder(String id) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("this is no id of an upload");
    }
    return root.resolve(id);
  }

  private static Path piece(Path folder, int number) {
    return folder.resolve("piece-" + number);
  }
}
