package dev.lake.demo;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/** Reads a downloaded part as anybody would: an Arrow IPC stream in a file. */
final class ArrowFiles {
  private ArrowFiles() {}

  /** Reads all rows, notes their ids, and returns how many there are. */
  static long checkIds(Report report, Path file, Expected expected) {
    long rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        ArrowStreamReader reader = new ArrowStreamReader(in, allocator)) {
      report.check(
          "columns of the file", 16, reader.getVectorSchemaRoot().getSchema().getFields().size());
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        BigIntVector ids = (BigIntVector) batch.getVector("id");
        for (int row = 0; row < batch.getRowCount(); row++) {
          expected.sawId(ids.get(row));
        }
        rows += batch.getRowCount();
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
