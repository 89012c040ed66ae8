package dev.lake.protocol;

/** How computed columns are typed; a direct reference to a table column is exact in both. */
public enum TypeMode {
  /** The exact Arrow type of the table. */
  EXACT,
  /** The nearest type that SQL knows. */
  SQL
}
