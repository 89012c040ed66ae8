package dev.lake.coordinator.registry;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where tables may lie: below one of the allowed roots, each {@code s3://bucket}, {@code
 * s3://bucket/prefix} or an absolute local directory. Roots are compared segment by segment, so
 * that {@code /data} does not allow {@code /database}. Local paths are compared with every symbolic
 * link followed; what lies below a dataset's own directory is trusted. Nothing is allowed where
 * there is no root. Immutable and thread-safe.
 */
public final class LocationPolicy {
  private static final String FILE = "file://";

  private final List<S3Location> buckets;
  private final List<Path> directories;

  private LocationPolicy(List<S3Location> buckets, List<Path> directories) {
    this.buckets = List.copyOf(buckets);
    this.directories = List.copyOf(directories);
  }

  /**
   * A policy of roots. A local root need not exist yet.
   *
   * @throws LakeException CONFIG_INVALID that names the place of the bad root
   */
  public static LocationPolicy of(List<String> roots) {
    List<S3Location> buckets = new ArrayList<>();
    List<Path> directories = new ArrayList<>();
    for (int at = 0; at < roots.size(); at++) {
      String root = roots.get(at);
      try {
        if (root.startsWith(S3Location.SCHEME)) {
          buckets.add(S3Location.parse(root));
        } else {
          directories.add(absolute(root));
        }
      } catch (IllegalArgumentException e) {
        throw new LakeException(
            ErrorCode.CONFIG_INVALID, e, "Allowed location %d: %s", at + 1, e.getMessage());
      }
    }
    return new LocationPolicy(buckets, directories);
  }

  /**
   * The location as it is to be opened: without a trailing slash, and locally with every symbolic
   * link followed. It is checked when a table is registered and again whenever it is resolved,
   * since links and the policy change.
   *
   * @throws LakeException LOCATION_NOT_ALLOWED, which does not repeat the location
   */
  public String check(String location) {
    try {
      return location.startsWith(S3Location.SCHEME)
          ? checkBucket(S3Location.parse(location))
          : checkDirectory(absolute(location));
    } catch (IllegalArgumentException e) {
      throw new LakeException(
          ErrorCode.LOCATION_NOT_ALLOWED, e, "The location is refused: %s", e.getMessage());
    }
  }

  private String checkBucket(S3Location location) {
    if (location.segments().isEmpty()) {
      throw new IllegalArgumentException("a table cannot be a whole bucket");
    }
    if (buckets.stream().noneMatch(location::isWithin)) {
      throw outside();
    }
    return location.toString();
  }

  private String checkDirectory(Path location) {
    try {
      Path real = followed(location);
      for (Path root : directories) {
        if (Files.exists(root) && real.startsWith(root.toRealPath())) {
          return real.toString();
        }
      }
    } catch (IOException e) {
      // What can be learned about a path that is not allowed is nothing.
      throw outside();
    }
    throw outside();
  }

  /** The real path, of which the last segments need not exist. */
  private static Path followed(Path path) throws IOException {
    Path existing = path;
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
      Path parent = existing.getParent();
      if (parent == null) {
        throw new IOException("there is no root directory");
      }
      existing = parent;
    }
    return existing.toRealPath().resolve(existing.relativize(path)).normalize();
  }

  private static Path absolute(String location) {
    String text = location.startsWith(FILE) ? location.substring(FILE.length()) : location;
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException(
          "it must be s3://bucket[/prefix] or an absolute local path");
    }
    try {
      Path path = Path.of(text);
      for (Path segment : path) {
        S3Location.segment(segment.toString());
      }
      return path;
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("it is not a path", e);
    }
  }

  private static IllegalArgumentException outside() {
    return new IllegalArgumentException(
        "it is not below an allowed location: start lake with --tables DIR_OR_S3_PREFIX, or add one"
            + " to sources.allow in its configuration");
  }
}
