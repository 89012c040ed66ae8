package dev.lake.lance.types;

/** A column has a type that cannot cross between Arrow and SQL. The message names both. */
public final class UnsupportedArrowTypeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String type;

  UnsupportedArrowTypeException(String column, String type, String reason) {
    super("Column %s has type %s, %s".formatted(Names.quote(column), type, reason));
    this.column = column;
    this.type = type;
  }

  /** The column's name, as the table or the query has it. */
  public String column() {
    return column;
  }

  /** The type, in Arrow's or SQL's words. */
  public String type() {
    return type;
  }
}
