package dev.lake.client.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** One JSON object per row. */
final class JsonPrinter implements RowPrinter {
  private final PrintWriter out;
  private final JsonGenerator json;

  JsonPrinter(PrintWriter out) throws IOException {
    this.out = out;
    this.json = new JsonFactory().createGenerator(out);
    this.json.setRootValueSeparator(null);
  }

  @Override
  public void print(VectorSchemaRoot batch) throws IOException {
    for (int row = 0; row < batch.getRowCount(); row++) {
      json.writeStartObject();
      for (FieldVector column : batch.getFieldVectors()) {
        json.writeFieldName(column.getName());
        JsonCells.write(json, column, row);
      }
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  @Override
  public void end() throws IOException {
    json.flush();
    out.flush();
  }
}
