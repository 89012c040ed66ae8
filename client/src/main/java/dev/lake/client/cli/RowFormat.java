package dev.lake.client.cli;

/** How rows are printed; the names are what a user types. */
enum RowFormat {
  /** For people: aligned columns. */
  table,
  /** RFC 4180, a header line first; null is an empty field. */
  csv,
  /** One JSON object per row. */
  json
}
