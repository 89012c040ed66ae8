package dev.lake.frontend.app;

import dev.lake.coordinator.registry.TableRegistry;
import dev.lake.frontend.app.config.StoreSettings;
import dev.lake.frontend.app.local.DataDirectory;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.S3ObjectStore;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.TableEntry;
import dev.lake.protocol.TableName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where tables may lie, and those that {@code --tables} names. A root that was given once stays
 * allowed, so that a start without the option still finds the tables of one with it.
 */
final class TableRoots {
  private static final Logger LOG = LoggerFactory.getLogger(TableRoots.class);
  private static final String S3 = "s3://";

  private final List<String> allowed;
  private final Optional<String> look;

  private TableRoots(List<String> allowed, Optional<String> look) {
    this.allowed = allowed;
    this.look = look;
  }

  static TableRoots remember(
      DataDirectory directory, List<String> configured, Optional<String> tables) {
    Optional<String> look = tables.map(TableRoots::normal);
    // Refuses a directory that is not there before anything is started or kept.
    look.filter(root -> !root.startsWith(S3)).map(Path::of).ifPresent(TableFolder::inDirectory);
    Set<String> allowed = new LinkedHashSet<>(configured);
    allowed.add(S3 + LocalGround.SOURCES);
    allowed.addAll(directory.tableRoots(look));
    return new TableRoots(List.copyOf(allowed), look);
  }

  private static String normal(String root) {
    if (root.startsWith(S3)) {
      return root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    }
    return Path.of(root).toAbsolutePath().normalize().toString();
  }

  List<String> allowed() {
    return allowed;
  }

  /** Registers what is found now; a dataset that cannot be registered does not stop the others. */
  void register(
      TableRegistry registry,
      LocalGround ground,
      Optional<StoreSettings.S3Service> external,
      Consumer<String> notes) {
    if (look.isEmpty()) {
      return;
    }
    String root = look.orElseThrow();
    List<TableFolder.Found> found = find(root, ground, external);
    if (found.isEmpty()) {
      notes.accept("No datasets in " + root + ": expected x.lance or namespace/x.lance there");
    }
    List<String> names = new ArrayList<>();
    for (TableFolder.Found dataset : found) {
      try {
        TableName table = new TableName(dataset.namespace(), dataset.name());
        TableEntry entry = registry.register(table, dataset.location(), OptionalLong.empty());
        names.add("lake." + entry.table());
      } catch (IllegalArgumentException e) {
        notes.accept("Skipped " + dataset.location() + ": " + e.getMessage());
      } catch (LakeException e) {
        notes.accept("Skipped " + dataset.location() + ": " + e.code() + ": " + e.getMessage());
      }
    }
    LOG.info("Registered {} of {} datasets found", names.size(), found.size());
    if (!names.isEmpty()) {
      notes.accept("Tables: " + String.join(", ", names));
    }
  }

  private static List<TableFolder.Found> find(
      String root, LocalGround ground, Optional<StoreSettings.S3Service> external) {
    if (!root.startsWith(S3)) {
      return TableFolder.inDirectory(Path.of(root));
    }
    String place = root.substring(S3.length());
    int slash = place.indexOf('/');
    String bucket = slash < 0 ? place : place.substring(0, slash);
    String prefix = slash < 0 ? "" : place.substring(slash + 1) + "/";
    try (ObjectStore store = new S3ObjectStore(ground.source(external, bucket, prefix))) {
      return TableFolder.inStore(store, root);
    }
  }
}
