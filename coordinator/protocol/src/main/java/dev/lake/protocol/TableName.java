package dev.lake.protocol;

import java.io.Serializable;
import java.text.Normalizer;
import java.util.Comparator;

/**
 * A table of the one catalog, {@code lake}. Names keep their case and compare by it. They hold any
 * printable character except those with a meaning in a path or a qualified name ({@code . / \ `
 * "}), do not start or end with a space, and are in Unicode form NFC, so that two names that look
 * the same are the same.
 */
public record TableName(String namespace, String name)
    implements Comparable<TableName>, Serializable {
  public static final String CATALOG = "lake";
  public static final String DEFAULT_NAMESPACE = "main";
  public static final int MAX_CHARACTERS = 128;

  private static final String FORBIDDEN = "./\\`\"";
  private static final Comparator<TableName> ORDER =
      Comparator.comparing(TableName::namespace).thenComparing(TableName::name);

  public TableName {
    part(namespace, "namespace");
    part(name, "table name");
  }

  /**
   * Reads {@code x}, {@code ns.x} or {@code lake.ns.x}, as a person writes it (no quoting).
   *
   * @throws LakeException INVALID_ARGUMENT where the text names no table
   */
  public static TableName parse(String text) {
    String[] parts = text.split("\\.", -1);
    try {
      return switch (parts.length) {
        case 1 -> new TableName(DEFAULT_NAMESPACE, parts[0]);
        case 2 -> new TableName(parts[0], parts[1]);
        case 3 -> ofCatalog(parts);
        default -> throw new IllegalArgumentException("a table is written [[lake.]namespace.]name");
      };
    } catch (IllegalArgumentException e) {
      throw new LakeException(
          ErrorCode.INVALID_ARGUMENT, e, "Not a table name: %s", e.getMessage());
    }
  }

  private static TableName ofCatalog(String[] parts) {
    Check.that(parts[0].equals(CATALOG), "catalog", "'" + CATALOG + "'");
    return new TableName(parts[1], parts[2]);
  }

  private static void part(String value, String field) {
    Check.plain(value, field, MAX_CHARACTERS);
    Check.that(value.equals(value.strip()), field, "without a space at either end");
    Check.that(
        value.chars().noneMatch(c -> FORBIDDEN.indexOf(c) >= 0),
        field,
        "free of the characters . / \\ ` and \"");
    Check.that(value.codePoints().allMatch(TableName::printable), field, "printable");
    Check.that(Normalizer.isNormalized(value, Normalizer.Form.NFC), field, "in Unicode form NFC");
  }

  private static boolean printable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  @Override
  public int compareTo(TableName other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace + "." + name;
  }
}
