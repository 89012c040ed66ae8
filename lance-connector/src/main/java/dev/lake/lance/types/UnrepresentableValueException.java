package dev.lake.lance.types;

/**
 * A value of a column does not fit the type that it has to become. The message names the column and
 * the type, never the value.
 */
public final class UnrepresentableValueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String column;

  UnrepresentableValueException(String column, String type, String reason) {
    super(
        "Column %s holds a value that does not fit %s: %s"
            .formatted(Names.quote(column), type, reason));
    this.column = column;
  }

  /** The column's name; for a nested value the path to it, joined by dots. */
  public String column() {
    return column;
  }
}
