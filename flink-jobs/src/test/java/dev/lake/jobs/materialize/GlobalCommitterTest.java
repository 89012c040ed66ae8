package dev.lake.jobs.materialize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lake.jobs.store.CreateOutcome;
import dev.lake.jobs.store.ForwardingStore;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.StoreProfiles;
import dev.lake.protocol.CommitRecord;
import dev.lake.protocol.CommitRecordCodec;
import dev.lake.protocol.Digest;
import dev.lake.protocol.DigestAlgorithm;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.PartReceipt;
import dev.lake.protocol.ResultLayout;
import dev.lake.protocol.SchemaBytes;
import dev.lake.protocol.StagedPart;
import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlobalCommitterTest {
  private static final String PROFILE = "committer-test";
  private static final SchemaBytes SCHEMA =
      IpcSchema.write(new Schema(List.of(Field.nullable("v", new ArrowType.Int(32, true)))));

  @TempDir private Path directory;
  private ObjectStore store;
  private StoreProfiles.Registration registration;

  @BeforeEach
  void open() {
    store = ForwardingStore.small(directory, 1024);
    registration = StoreProfiles.register(PROFILE, store);
  }

  @AfterEach
  void close() {
    registration.close();
  }

  @Test
  void ordersPartsBySubtaskThenSequence() {
    ExportRequest request = Staged.request(PROFILE, ResultLayout.DEFAULT);
    GlobalCommitter committer = committer(request);
    PartReceipt last = receipt(2, 3, 1, "e");
    PartReceipt first = receipt(0, 3, 1, "c", "a");
    PartReceipt none = receipt(1, 3, 1);
    assertThat(committer.commit(List.of(last, first, none))).isEqualTo(CreateOutcome.CREATED);
    CommitRecord record = record(request);
    assertThat(record.parts()).extracting(StagedPart::name).containsExactly("c", "a", "e");
    assertThat(record.query()).isEqualTo(request.query());
    assertThat(record.ordered()).isTrue();
    assertThat(record.totals().rows()).isEqualTo(30);
  }

  @Test
  @DisplayName("of several incarnations of a job the first one's record stays")
  void theFirstRecordWins() {
    ExportRequest request = Staged.request(PROFILE, ResultLayout.DEFAULT);
    committer(request).commit(List.of(receipt(0, 1, 1, "a")));
    assertThat(committer(request).commit(List.of(receipt(0, 1, 1, "b"))))
        .isEqualTo(CreateOutcome.EXISTS);
    assertThat(record(request).parts()).extracting(StagedPart::name).containsExactly("a");
  }

  @Test
  void aResultWithoutRowsHasOnePart() throws IOException {
    ExportRequest request = Staged.request(PROFILE, ResultLayout.DEFAULT);
    committer(request).commit(List.of(receipt(0, 2, 1), receipt(1, 2, 1)));
    List<StagedPart> parts = record(request).parts();
    assertThat(parts).hasSize(1);
    Staged.complete(store, request, parts);
    byte[] part = Staged.read(store, request, parts.get(0), Optional.of(SCHEMA));
    Staged.eachBatch(part, batch -> assertThat(batch.getRowCount()).isZero());
  }

  @Test
  @DisplayName("I8: a receipt that is missing, double or foreign stops the commit")
  void refusesIncompleteReceipts() {
    ExportRequest request = Staged.request(PROFILE, ResultLayout.DEFAULT);
    PartReceipt first = receipt(0, 2, 1, "a");
    refuses(request, ErrorCode.INTERNAL, List.of(first));
    refuses(request, ErrorCode.INTERNAL, List.of(first, receipt(0, 2, 1, "b")));
    refuses(request, ErrorCode.INTERNAL, List.of(first, receipt(1, 3, 1, "b")));
    refuses(request, ErrorCode.INTERNAL, List.of(first, receipt(1, 2, 2, "b")));
    assertThat(store.head(request.commitKey())).isEmpty();
  }

  @Test
  @DisplayName("I7: no record lists more parts than the layout allows")
  void refusesTooManyParts() {
    ExportRequest request = Staged.request(PROFILE, new ResultLayout(100, 1));
    refuses(request, ErrorCode.RESULT_TOO_LARGE, List.of(receipt(0, 1, 1, "a", "b")));
  }

  @Test
  @DisplayName("I4: after the deadline nothing is written")
  void writesNothingAfterTheDeadline() {
    ExportRequest request =
        Staged.request(PROFILE, ResultLayout.DEFAULT, Instant.now().minusMillis(1));
    refuses(request, ErrorCode.DEADLINE_EXCEEDED, List.of(receipt(0, 1, 1, "a")));
    assertThat(store.head(request.commitKey())).isEmpty();
  }

  private static void refuses(ExportRequest request, ErrorCode code, List<PartReceipt> receipts) {
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> committer(request).commit(receipts))
        .matches(e -> e.code() == code, "is " + code);
  }

  private static GlobalCommitter committer(ExportRequest request) {
    return new GlobalCommitter(StagingArea.open(request), SCHEMA, true);
  }

  private CommitRecord record(ExportRequest request) {
    return CommitRecordCodec.read(store.read(request.commitKey(), 1 << 20).orElseThrow());
  }

  private static PartReceipt receipt(int subtask, int subtasks, int attempt, String... names) {
    List<StagedPart> parts =
        List.of(names).stream()
            .map(
                name ->
                    new StagedPart(
                        name,
                        "upload-" + name,
                        List.of(new UploadedPiece(1, "tag", 100)),
                        10,
                        100,
                        new Digest(DigestAlgorithm.CRC32C, "00000000"),
                        List.of(8L)))
            .toList();
    return new PartReceipt(subtask, subtasks, attempt, parts);
  }
}
