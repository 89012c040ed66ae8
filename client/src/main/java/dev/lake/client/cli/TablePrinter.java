package dev.lake.client.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A table for people, a bounded page at a time: each page is as wide as its own values. */
final class TablePrinter implements RowPrinter {
  private static final int PAGE = 1_000;

  private final PrintWriter out;
  private final List<String> header;
  private final List<List<String>> page = new ArrayList<>();
  private boolean printed;
  private long rows;

  TablePrinter(PrintWriter out, Schema schema) {
    this.out = out;
    this.header = schema.getFields().stream().map(Field::getName).toList();
  }

  @Override
  public void print(VectorSchemaRoot batch) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      List<String> line = new ArrayList<>();
      for (FieldVector column : batch.getFieldVectors()) {
        line.add(CellText.of(column, row).replaceAll("\\R", " "));
      }
      page.add(line);
      rows++;
      if (page.size() == PAGE) {
        flush();
      }
    }
  }

  private void flush() {
    TextTable.print(out, header, page);
    page.clear();
    printed = true;
  }

  @Override
  public void end() {
    if (!printed || !page.isEmpty()) {
      flush();
    }
    out.println("(%,d %s)".formatted(rows, rows == 1 ? "row" : "rows"));
  }
}
