package dev.lake.jobs.materialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.jobs.store.CompleteOutcome;
import dev.lake.jobs.store.ObjectInput;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.ResultFormat;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.SchemaBytes;
import dev.lake.protocol.StagedPart;
import dev.lake.protocol.TenantId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/** What the leader and a reader do with staged parts, for tests of the writing side. */
final class Staged {
  static final TenantId TENANT = new TenantId("acme");

  private Staged() {}

  static ExportRequest request(String profile, ResultLayout layout) {
    return request(profile, layout, Instant.now().plus(Duration.ofMinutes(5)));
  }

  static ExportRequest request(String profile, ResultLayout layout, Instant deadline) {
    return new ExportRequest(
        QueryId.random(), TENANT, 1, ResultFormat.ARROW_IPC, layout, deadline, profile);
  }

  /** Completes every part. */
  static void complete(ObjectStore store, ExportRequest request, List<StagedPart> parts) {
    for (StagedPart part : parts) {
      String key = request.partKey(part.name());
      assertThat(store.completeUpload(key, part.uploadId(), part.pieces(), part.bytes()))
          .isInstanceOf(CompleteOutcome.Completed.class);
    }
  }

  /** The whole part, after the framing check with the receipt's own figures has passed. */
  static byte[] read(
      ObjectStore store, ExportRequest request, StagedPart part, Optional<SchemaBytes> schema)
      throws IOException {
    String key = request.partKey(part.name());
    List<Long> offsets = new ArrayList<>();
    try (ObjectInput input = store.open(key, Optional.empty()).orElseThrow()) {
      IpcFrames frames =
          new IpcFrames(
              input.stream(),
              new IpcExpectation(
                  schema, part.rows(), part.bytes(), part.digest(), PartWriter.MAX_ROW));
      for (Optional<IpcFrame> next = frames.next(); next.isPresent(); next = frames.next()) {
        IpcFrame frame = next.orElseThrow();
        if (!frame.schema()) {
          offsets.add(frame.offset());
          frames.body(ByteBuffer.allocateDirect(frame.bodyBytes()));
        }
      }
      assertThat(frames.rows()).isEqualTo(part.rows());
    }
    assertThat(offsets).isEqualTo(part.batchOffsets());
    return store.read(key, (int) part.bytes()).orElseThrow();
  }

  /** Something done with each batch of a part. */
  interface BatchUse {
    void use(VectorSchemaRoot batch);
  }

  static void eachBatch(byte[] part, BatchUse use) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(new java.io.ByteArrayInputStream(part), allocator)) {
      while (reader.loadNextBatch()) {
        use.use(reader.getVectorSchemaRoot());
      }
    }
  }
}
