package dev.lake.jobs.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lake.jobs.store.ScriptedS3.Line;
import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("D4, D5: answers that are lost, late or lies")
class UnknownOutcomeTest {
  private static final byte[] CONTENT = "content".getBytes(UTF_8);
  private static final CompleteOutcome COMPLETED = new CompleteOutcome.Completed("tag");
  private static final CompleteOutcome LOST = new CompleteOutcome.Lost();

  @ParameterizedTest
  @CsvSource({
    "WORK, WORK, CREATED",
    "STORE_THEN_500, WORK, CREATED",
    "STORE_THEN_BREAK, WORK, CREATED",
    "INTERNAL_ERROR, WORK, CREATED",
    "SLOW_DOWN, WORK, CREATED",
    "CONFLICT, WORK, CREATED",
    "CONFLICT, CONFLICT, CREATED",
    "CONFLICT_LOST, WORK, EXISTS",
    "CONFLICT, CONFLICT_LOST, EXISTS",
  })
  void aCreateKnowsItsOwnObject(Line first, Line second, CreateOutcome outcome) {
    try (ScriptedS3 scripted = ScriptedS3.start(first, second);
        S3ObjectStore store = scripted.store()) {
      assertThat(store.createExclusively("tenant/a", CONTENT)).isEqualTo(outcome);
    }
  }

  @Test
  void aTakenKeyIsSomebodyElsesEvenWithTheSameBytes() {
    try (ScriptedS3 scripted = ScriptedS3.start();
        S3ObjectStore store = scripted.store()) {
      scripted.put("another-writer", CONTENT);
      assertThat(store.createExclusively("tenant/a", CONTENT)).isEqualTo(CreateOutcome.EXISTS);
    }
  }

  @ParameterizedTest
  @CsvSource({"FORBIDDEN, STORE_REJECTED", "FULL, STORE_FULL"})
  @DisplayName("I6: a refusal is named at once and shows nothing")
  void aRefusalIsNamed(Line line, ErrorCode code) {
    try (ScriptedS3 scripted = ScriptedS3.start(line);
        S3ObjectStore store = scripted.store()) {
      assertThatExceptionOfType(LakeException.class)
          .isThrownBy(() -> store.createExclusively("tenant/a", CONTENT))
          .matches(e -> e.code() == code)
          .satisfies(e -> assertThat(e.getMessage()).doesNotContain("tenant", "bucket", "127"));
      assertThat(scripted.requests()).containsExactly("PUT");
    }
  }

  @Test
  void aConflictThatStaysIsUnavailable() {
    Line[] lines = new Line[20];
    java.util.Arrays.fill(lines, Line.CONFLICT);
    try (ScriptedS3 scripted = ScriptedS3.start(lines);
        S3ObjectStore store = scripted.store()) {
      assertThatExceptionOfType(LakeException.class)
          .isThrownBy(() -> store.createExclusively("tenant/a", CONTENT))
          .matches(e -> e.code() == ErrorCode.STORE_UNAVAILABLE);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WORK, WORK",
    "STORE_THEN_500, WORK",
    "STORE_THEN_500, NO_SUCH_UPLOAD",
    "STORE_THEN_BREAK, NO_SUCH_UPLOAD",
    "STORE_THEN_ERROR_IN_200, NO_SUCH_UPLOAD",
    "INTERNAL_ERROR, WORK",
    "NO_SUCH_UPLOAD, WORK",
    "CONFLICT, WORK",
  })
  void theObjectDecidesACompletion(Line first, Line second) {
    try (ScriptedS3 scripted = ScriptedS3.start(first, second);
        S3ObjectStore store = scripted.store()) {
      assertThat(complete(store)).isEqualTo(COMPLETED);
    }
  }

  @ParameterizedTest
  @CsvSource({"NO_SUCH_UPLOAD, NO_SUCH_UPLOAD", "CONFLICT, CONFLICT", "CONFLICT, NO_SUCH_UPLOAD"})
  void anUploadThatIsGoneIsLostAfterOneMoreTry(Line first, Line second) {
    try (ScriptedS3 scripted = ScriptedS3.start(first, second);
        S3ObjectStore store = scripted.store()) {
      assertThat(complete(store)).isEqualTo(LOST);
      assertThat(scripted.requests()).containsExactly("POST", "HEAD", "POST", "HEAD");
    }
  }

  @Test
  void anObjectOfAnotherSizeIsNotTaken() {
    try (ScriptedS3 scripted = ScriptedS3.start();
        S3ObjectStore store = scripted.store()) {
      scripted.put("another-writer", new byte[11]);
      assertThatExceptionOfType(LakeException.class)
          .isThrownBy(() -> complete(store))
          .matches(e -> e.code() == ErrorCode.DATA_LOSS);
    }
  }

  @Test
  void aRefusedCompletionIsNotLost() {
    try (ScriptedS3 scripted = ScriptedS3.start(Line.FORBIDDEN, Line.FORBIDDEN);
        S3ObjectStore store = scripted.store()) {
      assertThatExceptionOfType(LakeException.class)
          .isThrownBy(() -> complete(store))
          .matches(e -> e.code() == ErrorCode.STORE_REJECTED);
    }
  }

  private static CompleteOutcome complete(S3ObjectStore store) {
    return store.completeUpload("tenant/a", "upload", List.of(new UploadedPiece(1, "t", 10)), 10);
  }
}
