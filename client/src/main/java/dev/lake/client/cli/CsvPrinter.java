package dev.lake.client.cli;

import java.io.PrintWriter;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Comma-separated values; a text that is empty is quoted, so that it differs from null. */
final class CsvPrinter implements RowPrinter {
  private final PrintWriter out;

  CsvPrinter(PrintWriter out, Schema schema) {
    this.out = out;
    out.println(
        schema.getFields().stream()
            .map(field -> quoted(field.getName()))
            .collect(Collectors.joining(",")));
  }

  @Override
  public void print(VectorSchemaRoot batch) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      StringBuilder line = new StringBuilder();
      for (FieldVector column : batch.getFieldVectors()) {
        line.append(line.isEmpty() && column == batch.getVector(0) ? "" : ",");
        line.append(column.isNull(row) ? "" : quoted(CellText.of(column, row)));
      }
      out.println(line);
    }
  }

  private static String quoted(String text) {
    boolean plain =
        !text.isEmpty()
            && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
  }

  @Override
  public void end() {
    out.flush();
  }
}
