package dev.lake.jobs.materialize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lake.jobs.store.ForwardingStore;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.StoreProfiles;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.StagedPart;
import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartWriterTest {
  private static final String PROFILE = "part-writer-test";
  private static final int PIECE = 64 << 10;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("text", ArrowType.Utf8.INSTANCE)));

  @TempDir private Path directory;
  private final BufferAllocator allocator = new RootAllocator();
  private ObjectStore store;
  private StoreProfiles.Registration registration;
  private long nextId;

  @BeforeEach
  void open() {
    use(ForwardingStore.small(directory, PIECE));
  }

  private void use(ObjectStore other) {
    if (registration != null) {
      registration.close();
    }
    store = other;
    registration = StoreProfiles.register(PROFILE, other);
  }

  @AfterEach
  void close() {
    registration.close();
    allocator.close();
  }

  @Test
  void writesWhatAnyArrowReaderReads() throws IOException {
    ExportRequest request = Staged.request(PROFILE, new ResultLayout(1 << 20, 16));
    PartWriter writer = writer(request, 3, 7);
    for (int i = 0; i < 20; i++) {
      writeBatch(writer, 1_000, 10);
    }
    List<StagedPart> parts = writer.commit();
    assertThat(parts).hasSize(1);
    StagedPart part = parts.get(0);
    assertThat(part.name()).matches("part-003-00000-[0-9a-f]{8}\\.arrow");
    assertThat(part.rows()).isEqualTo(20_000);
    assertThat(part.batchOffsets()).hasSize(20);
    assertThat(part.pieces()).hasSizeGreaterThan(4);
    assertThat(writer.rows()).isEqualTo(20_000);
    assertThat(writer.bytes()).isEqualTo(part.bytes());
    assertThat(store.list("", Optional.empty()).objects()).isEmpty();

    Staged.complete(store, request, parts);
    assertThat(ids(request, parts)).isEqualTo(upTo(20_000));
  }

  @Test
  void rollsAtTheBoundAndGrows() throws IOException {
    ExportRequest request = Staged.request(PROFILE, new ResultLayout(100_000, 8));
    PartWriter writer = writer(request, 0, 1);
    for (int i = 0; i < 40; i++) {
      writeBatch(writer, 1_000, 10);
    }
    List<StagedPart> parts = writer.commit();
    assertThat(parts).hasSize(4);
    assertThat(parts.get(2).bytes()).isGreaterThan(400_000);
    Staged.complete(store, request, parts);
    assertThat(ids(request, parts)).isEqualTo(upTo(40_000));
  }

  @Test
  @DisplayName("D3: a part ends before the store's number of pieces does")
  void rollsBeforeTheLastPiece() throws IOException {
    use(
        new ForwardingStore(ForwardingStore.small(directory, 1 << 20)) {
          @Override
          public int maxPieces() {
            return 3;
          }
        });
    ExportRequest request = Staged.request(PROFILE, new ResultLayout(1L << 40, 64));
    PartWriter writer = writer(request, 0, 1);
    for (int i = 0; i < 40; i++) {
      writeBatch(writer, 1_000, 200);
    }
    List<StagedPart> parts = writer.commit();
    assertThat(parts).hasSizeGreaterThan(3).allMatch(part -> part.pieces().size() <= 3);
    Staged.complete(store, request, parts);
    assertThat(ids(request, parts)).isEqualTo(upTo(40_000));
  }

  @Test
  @DisplayName("A6: batches are cut by bytes")
  void cutsWideBatches() throws IOException {
    ExportRequest request = Staged.request(PROFILE, new ResultLayout(64 << 20, 16));
    PartWriter writer = writer(request, 0, 1);
    writeBatch(writer, 1_000, 20_000);
    writeBatch(writer, 3, 5 << 20);
    List<StagedPart> parts = writer.commit();
    Staged.complete(store, request, parts);
    assertThat(ids(request, parts)).isEqualTo(upTo(1_003));
    byte[] part = store.read(request.partKey(parts.get(0).name()), 64 << 20).orElseThrow();
    Staged.eachBatch(
        part,
        batch -> {
          if (batch.getRowCount() > 1) {
            assertThat(batch.getVector(1).getBufferSize()).isLessThan((int) PartWriter.MAX_BATCH);
          }
        });
  }

  @Test
  @DisplayName("I7: a row beyond the bound is refused by name")
  void refusesARowThatNobodyCouldReceive() {
    PartWriter writer = writer(Staged.request(PROFILE, ResultLayout.DEFAULT), 0, 1);
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> writeBatch(writer, 2, 16 << 20))
        .matches(e -> e.code() == ErrorCode.RESULT_TOO_LARGE)
        .withMessageContaining(String.valueOf(PartWriter.MAX_ROW));
    writer.discard().join();
  }

  @Test
  void aResultWithoutRowsIsOneSchema() throws IOException {
    ExportRequest request = Staged.request(PROFILE, ResultLayout.DEFAULT);
    PartWriter writer = writer(request, 0, 1);
    writeBatch(writer, 0, 1);
    writer.open();
    List<StagedPart> parts = writer.commit();
    Staged.complete(store, request, parts);
    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).rows()).isZero();
    assertThat(ids(request, parts)).isEmpty();
  }

  @Test
  void writesNothingIfThereIsNothing() {
    PartWriter writer = writer(Staged.request(PROFILE, ResultLayout.DEFAULT), 0, 1);
    assertThat(writer.commit()).isEmpty();
    assertThat(store.uploads("")).isEmpty();
  }

  @Test
  @DisplayName("D1: a writer that discards leaves no upload")
  void discardAbortsEverything() {
    PartWriter writer = writer(Staged.request(PROFILE, new ResultLayout(100_000, 64)), 0, 1);
    for (int i = 0; i < 20; i++) {
      writeBatch(writer, 1_000, 10);
    }
    assertThat(store.uploads("")).hasSizeGreaterThan(2);
    writer.discard().join();
    assertThat(store.uploads("")).isEmpty();
  }

  @Test
  @DisplayName("D1: what was handed over is never aborted")
  void discardAfterCommitDoesNothing() {
    PartWriter writer = writer(Staged.request(PROFILE, ResultLayout.DEFAULT), 0, 1);
    writeBatch(writer, 1_000, 10);
    writer.commit();
    writer.discard().join();
    assertThat(store.uploads("")).hasSize(1);
  }

  @Test
  @DisplayName("D2: two attempts at the same task never share a part")
  void partNamesAreUnique() {
    ExportRequest request = Staged.request(PROFILE, ResultLayout.DEFAULT);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      PartWriter writer = writer(request, 0, 1);
      writer.open();
      names.add(writer.commit().get(0).name());
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("D5: an upload that fails fails the writer with the store's own reason")
  void anUploadsFailureReachesTheWriter() {
    use(
        new ForwardingStore(ForwardingStore.small(directory, PIECE)) {
          @Override
          public UploadedPiece uploadPiece(String key, String id, int number, ByteBuffer bytes) {
            if (number == 3) {
              throw new LakeException(ErrorCode.STORE_FULL, "The result store is full");
            }
            return super.uploadPiece(key, id, number, bytes);
          }
        });
    PartWriter writer = writer(Staged.request(PROFILE, ResultLayout.DEFAULT), 0, 1);
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                writeBatch(writer, 1_000, 10);
              }
              writer.commit();
            })
        .matches(e -> e.code() == ErrorCode.STORE_FULL);
    writer.discard().join();
    assertThat(store.uploads("")).isEmpty();
  }

  @Test
  @DisplayName("I7: a store that hangs holds a few pieces, until the deadline")
  void aStoreThatHangsMakesTheWriterWait() throws InterruptedException {
    CountDownLatch stuck = new CountDownLatch(1);
    AtomicInteger inFlight = new AtomicInteger();
    use(
        new ForwardingStore(ForwardingStore.small(directory, PIECE)) {
          @Override
          public UploadedPiece uploadPiece(String key, String id, int number, ByteBuffer bytes) {
            inFlight.incrementAndGet();
            try {
              stuck.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return super.uploadPiece(key, id, number, bytes);
          }
        });
    Instant deadline = Instant.now().plus(Duration.ofSeconds(1));
    PartWriter writer = writer(Staged.request(PROFILE, ResultLayout.DEFAULT, deadline), 0, 1);
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                writeBatch(writer, 1_000, 10);
              }
            })
        .matches(e -> e.code() == ErrorCode.DEADLINE_EXCEEDED);
    assertThat(inFlight.get()).isEqualTo(4);
    assertThat(writer.bytes()).isLessThan(6 * PIECE);
    stuck.countDown();
    writer.discard().join();
  }

  private PartWriter writer(ExportRequest request, int subtask, int subtasks) {
    StagingArea area = StagingArea.open(request);
    return new PartWriter(area, IpcSchema.write(SCHEMA), subtask, subtasks);
  }

  private void writeBatch(PartWriter writer, int rows, int textBytes) {
    try (VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator)) {
      BigIntVector ids = (BigIntVector) batch.getVector(0);
      VarCharVector texts = (VarCharVector) batch.getVector(1);
      byte[] text = new byte[textBytes];
      for (int i = 0; i < rows; i++) {
        ids.setSafe(i, nextId++);
        if (i % 7 == 6) {
          texts.setNull(i);
        } else {
          texts.setSafe(i, text);
        }
      }
      batch.setRowCount(rows);
      writer.write(batch);
    }
  }

  private List<Long> ids(ExportRequest request, List<StagedPart> parts) throws IOException {
    List<Long> found = new ArrayList<>();
    for (StagedPart part : parts) {
      byte[] bytes = Staged.read(store, request, part, Optional.of(IpcSchema.write(SCHEMA)));
      Staged.eachBatch(
          bytes,
          batch -> {
            BigIntVector ids = (BigIntVector) batch.getVector(0);
            for (int i = 0; i < batch.getRowCount(); i++) {
              found.add(ids.get(i));
            }
          });
    }
    return found;
  }

  private static List<Long> upTo(long end) {
    return java.util.stream.LongStream.range(0, end).boxed().toList();
  }
}
