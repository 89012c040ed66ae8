package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.lance.fragment.DeletionFile;

/** What must hold of a fragment's files before the native library may read them. */
final class FileChecks {
  private static final int NEWEST_MAJOR = 2;
  private static final int NEWEST_MINOR = 2;

  private FileChecks() {}

  static void check(FragmentMetadata fragment) {
    for (DataFile file : fragment.getFiles()) {
      requireKnownFormat(file);
      if (file.getBaseId().isPresent() || !insideDataset(file.getPath())) {
        throw outside();
      }
    }
    DeletionFile deletions = fragment.getDeletionFile();
    if (deletions != null && deletions.getBaseId().isPresent()) {
      throw outside();
    }
  }

  /** The library opens a newer file without complaint and aborts the process when it reads it. */
  private static void requireKnownFormat(DataFile file) {
    int major = file.getFileMajorVersion();
    int minor = file.getFileMinorVersion();
    if (major > NEWEST_MAJOR || (major == NEWEST_MAJOR && minor > NEWEST_MINOR)) {
      throw new DatasetException(
          Kind.FORMAT_TOO_NEW,
          "The dataset has data files of format %d.%d; formats up to %d.%d can be read."
              .formatted(major, minor, NEWEST_MAJOR, NEWEST_MINOR));
    }
  }

  static boolean insideDataset(String path) {
    if (path.isEmpty() || path.startsWith("/") || path.contains("\\") || path.contains(":")) {
      return false;
    }
    for (String segment : path.split("/", -1)) {
      if (segment.isEmpty() || segment.equals("..") || segment.equals(".")) {
        return false;
      }
    }
    return true;
  }

  private static DatasetException outside() {
    return new DatasetException(
        Kind.OUTSIDE_FILES, "The dataset refers to files outside its own location.");
  }
}
