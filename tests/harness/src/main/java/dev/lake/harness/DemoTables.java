package dev.lake.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.lance.Dataset;
import org.lance.WriteParams;

/**
 * Writes real Lance tables whose every value follows from its row's number, so that a test can say
 * what an answer must be: {@link Orders} with 16 typed columns and {@link Customers} to join with.
 */
public final class DemoTables {
  private static final int ROWS_PER_FILE = 250_000;

  private DemoTables() {}

  /**
   * Writes orders.
   *
   * @param location a local path or {@code s3://bucket/name.lance}
   * @param storageOptions of the location; empty for a local path
   */
  public static void writeOrders(String location, Map<String, String> storageOptions, long rows) {
    write(location, storageOptions, new Orders(), rows);
  }

  /** Writes customers, one per id from 0; see {@link #writeOrders}. */
  public static void writeCustomers(
      String location, Map<String, String> storageOptions, long rows) {
    write(location, storageOptions, new Customers(), rows);
  }

  private static void write(
      String location, Map<String, String> storageOptions, GeneratedTable table, long rows) {
    try (BufferAllocator allocator = new RootAllocator();
        GeneratedRows reader = new GeneratedRows(allocator, table, rows)) {
      Dataset.write()
          .allocator(allocator)
          .reader(reader)
          .uri(location)
          .mode(WriteParams.WriteMode.CREATE)
          .maxRowsPerFile(ROWS_PER_FILE)
          .dataStorageVersion("2.1")
          .storageOptions(storageOptions)
          .execute()
          .close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
