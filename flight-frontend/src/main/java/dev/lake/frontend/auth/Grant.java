package dev.lake.frontend.auth;

import dev.lake.protocol.TableName;

/** Which tables a principal may read: everything, one namespace or one table. */
public sealed interface Grant {

  /** Whether this grant covers the table. */
  boolean covers(TableName table);

  /** Every table. */
  record Everything() implements Grant {
    @Override
    public boolean covers(TableName table) {
      return true;
    }
  }

  /** Every table of one namespace. */
  record Namespace(String namespace) implements Grant {
    @Override
    public boolean covers(TableName table) {
      return table.namespace().equals(namespace);
    }
  }

  /** Exactly one table. */
  record Table(TableName table) implements Grant {
    @Override
    public boolean covers(TableName other) {
      return table.equals(other);
    }
  }

  /**
   * Reads {@code *}, {@code namespace.*} or {@code namespace.table}.
   *
   * @throws IllegalArgumentException with a sentence saying what is wrong with the text
   */
  static Grant parse(String text) {
    if (text.equals("*")) {
      return new Everything();
    }
    int dot = text.indexOf('.');
    if (dot <= 0 || dot == text.length() - 1) {
      throw new IllegalArgumentException("a grant is '*', 'namespace.*' or 'namespace.table'");
    }
    if (text.endsWith(".*") && text.indexOf('.', dot + 1) < 0) {
      return new Namespace(text.substring(0, dot));
    }
    return new Table(TableName.parse(text));
  }
}
