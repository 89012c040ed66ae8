package dev.lake.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.lance.Dataset;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;

/**
 * What lake's large paths are compared with: Lance's scanner, Arrow's stream writer and a local
 * file in one loop on one thread, with the digest that lake's parts carry.
 */
final class BareLoop {
  private static final int BATCH_ROWS = 8_192;

  private BareLoop() {}

  /** Scans the whole dataset into a file and returns how many seconds that took. */
  static double seconds(Path dataset, Path file) throws Exception {
    long begun = System.nanoTime();
    try (BufferAllocator allocator = new RootAllocator();
        Dataset opened = Dataset.open().allocator(allocator).uri(dataset.toString()).build();
        LanceScanner scanner =
            LanceScanner.create(
                opened, new ScanOptions.Builder().batchSize(BATCH_ROWS).build(), allocator);
        ArrowReader reader = scanner.scanBatches();
        FileChannel target =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ArrowStreamWriter writer =
            new ArrowStreamWriter(
                reader.getVectorSchemaRoot(), null, new DigestingChannel(target))) {
      writer.start();
      while (reader.loadNextBatch()) {
        writer.writeBatch();
      }
      writer.end();
    } finally {
      Files.deleteIfExists(file);
    }
    return (System.nanoTime() - begun) / 1e9;
  }

  /** Computes the digest of what passes through. */
  private static final class DigestingChannel implements WritableByteChannel {
    private final FileChannel target;
    private final CRC32C digest = new CRC32C();

    DigestingChannel(FileChannel target) {
      this.target = target;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      digest.update(bytes.duplicate());
      return target.write(bytes);
    }

    @Override
    public boolean isOpen() {
      return target.isOpen();
    }

    @Override
    public void close() throws IOException {
      target.close();
    }
  }
}
