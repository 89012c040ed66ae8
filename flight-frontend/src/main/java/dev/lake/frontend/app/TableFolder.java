package dev.lake.frontend.app;

import dev.lake.jobs.store.ListPage;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds datasets below a root: {@code x.lance}, and one level down {@code ns/x.lance}. What makes a
 * folder a dataset is its folder of versions.
 */
final class TableFolder {
  private static final String VERSIONS = "_versions";
  private static final String SUFFIX = ".lance";
  private static final String DEFAULT_NAMESPACE = TableName.DEFAULT_NAMESPACE;

  /** A key of a dataset's manifest, seen from the root. */
  private static final Pattern MANIFEST =
      Pattern.compile("(?:(?<namespace>[^/]+)/)?(?<name>[^/]+)\\.lance/_versions/[^/]+");

  /** A listing names every data file too, so it has a bound. */
  private static final int MAX_PAGES = 2_000;

  private TableFolder() {}

  /**
   * A dataset by its place.
   *
   * @param namespace of the table it becomes, as the folder is named
   * @param name of the table it becomes
   */
  record Found(String namespace, String name, String location) {}

  /** Those of a local directory, in order of name. */
  static List<Found> inDirectory(Path root) {
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, "--tables %s: it is a file, not a directory", root);
    }
    if (!Files.isDirectory(root)) {
      throw new LakeException(ErrorCode.CONFIG_INVALID, "--tables %s: no such directory", root);
    }
    if (dataset(root)) {
      return List.of(found(DEFAULT_NAMESPACE, root));
    }
    List<Found> found = new ArrayList<>();
    for (Path entry : folders(root)) {
      if (dataset(entry)) {
        found.add(found(DEFAULT_NAMESPACE, entry));
        continue;
      }
      for (Path below : folders(entry)) {
        if (dataset(below)) {
          found.add(found(entry.getFileName().toString(), below));
        }
      }
    }
    return found;
  }

  private static Found found(String namespace, Path folder) {
    String file = folder.getFileName().toString();
    String name = file.substring(0, file.length() - SUFFIX.length());
    return new Found(namespace, name, folder.toString());
  }

  private static boolean dataset(Path folder) {
    return folder.getFileName() != null
        && folder.getFileName().toString().endsWith(SUFFIX)
        && Files.isDirectory(folder.resolve(VERSIONS));
  }

  private static List<Path> folders(Path parent) {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries
          .filter(entry -> Files.isDirectory(entry))
          .filter(entry -> !entry.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new LakeException(
          ErrorCode.CONFIG_INVALID, e, "--tables: cannot read the directory %s", parent);
    }
  }

  /**
   * Those below a prefix of a bucket, in order of name.
   *
   * @param store whose keys begin below the prefix
   * @param root {@code s3://bucket} or {@code s3://bucket/prefix}, without a slash at the end
   */
  static List<Found> inStore(ObjectStore store, String root) {
    TreeMap<String, Found> found = new TreeMap<>();
    Optional<String> token = Optional.empty();
    for (int page = 0; page < MAX_PAGES; page++) {
      ListPage listed = store.list("", token);
      for (ObjectInfo object : listed.objects()) {
        Matcher manifest = MANIFEST.matcher(object.key());
        if (manifest.matches()) {
          String folder = object.key().substring(0, object.key().indexOf("/" + VERSIONS + "/"));
          String namespace =
              Optional.ofNullable(manifest.group("namespace")).orElse(DEFAULT_NAMESPACE);
          found.put(folder, new Found(namespace, manifest.group("name"), root + "/" + folder));
        }
      }
      token = listed.next();
      if (token.isEmpty()) {
        return List.copyOf(found.values());
      }
    }
    throw new LakeException(
        ErrorCode.CONFIG_INVALID,
        "--tables %s: more than %d pages of objects: give a narrower prefix",
        root,
        MAX_PAGES);
  }
}
