package dev.lake.client.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Prints batches of rows in one format. Not thread-safe. */
interface RowPrinter {

  void print(VectorSchemaRoot batch) throws IOException;

  /** Prints what comes after the last row. */
  void end() throws IOException;

  static RowPrinter of(RowFormat format, PrintWriter out, Schema schema) throws IOException {
    return switch (format) {
      case table -> new TablePrinter(out, schema);
      case csv -> new CsvPrinter(out, schema);
      case json -> new JsonPrinter(out);
    };
  }
}
