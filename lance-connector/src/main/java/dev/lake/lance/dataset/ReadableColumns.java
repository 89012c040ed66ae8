package dev.lake.lance.dataset;

import dev.lake.lance.dataset.DatasetException.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Which columns a scan can give. */
public final class ReadableColumns {
  private ReadableColumns() {}

  /**
   * Checks that a scan can give some columns.
   *
   * @param dataset the dataset's schema
   * @param columns their names
   * @throws DatasetException UNSUPPORTED_FEATURE, naming the first column that cannot be scanned
   */
  public static void requireReadable(Schema dataset, List<String> columns) {
    Map<String, Field> fields = new HashMap<>();
    dataset.getFields().forEach(field -> fields.put(field.getName(), field));
    for (String column : columns) {
      Field field = fields.get(column);
      if (field == null) {
        throw refused(column, "is not in the dataset");
      }
      obstacle(field)
          .ifPresent(
              reason -> {
                throw refused(column, reason);
              });
    }
  }

  /** Why a scan cannot give a column, to follow its name in a sentence; empty if it can. */
  public static Optional<String> obstacle(Field column) {
    if (!scannableName(column.getName())) {
      return Optional.of("has a name that Lance cannot scan");
    }
    if (blob(column)) {
      return Optional.of("holds blobs, which cannot be read");
    }
    return hasDictionary(column)
        ? Optional.of("has a dictionary inside a nested type, which cannot be read")
        : Optional.empty();
  }

  /** Lance takes a dot for a path and ends a name at a backtick; other planes end it altogether. */
  static boolean scannableName(String name) {
    return !name.isEmpty()
        && name.indexOf('.') < 0
        && name.indexOf('`') < 0
        && TextChecks.plain(name);
  }

  /** Old blob columns scan as positions, new ones may point to other locations. */
  private static boolean blob(Field field) {
    Map<String, String> metadata = field.getMetadata();
    return "true".equals(metadata.get("lance-encoding:blob"))
        || metadata.getOrDefault("ARROW:extension:name", "").startsWith("lance.blob")
        || field.getChildren().stream().anyMatch(ReadableColumns::blob);
  }

  private static boolean hasDictionary(Field field) {
    return field.getDictionary() != null
        || field.getChildren().stream().anyMatch(ReadableColumns::hasDictionary);
  }

  static DatasetException refused(String column, String reason) {
    return new DatasetException(
        Kind.UNSUPPORTED_FEATURE, "Column '" + column + "' " + reason + ".");
  }
}
