package dev.lake.jobs.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every store of results does. Keys are fresh for each test. */
interface ObjectStoreContract {
  ObjectStore store();

  /** A key that no other test uses. */
  String key(String name);

  @Test
  default void createsOnce() {
    assertThat(store().createExclusively(key("a/one"), bytes("first")))
        .isEqualTo(CreateOutcome.CREATED);
    assertThat(store().createExclusively(key("a/one"), bytes("second")))
        .isEqualTo(CreateOutcome.EXISTS);
    assertThat(store().createExclusively(key("a/one"), bytes("first")))
        .isEqualTo(CreateOutcome.EXISTS);
    assertThat(store().read(key("a/one"), 100)).hasValue(bytes("first"));
  }

  @Test
  @DisplayName("I3: of many that create the same object, one wins")
  default void oneCreatorWins() throws Exception {
    for (int round = 0; round < 5; round++) {
      String key = key("race-" + round);
      List<CreateOutcome> outcomes =
          together(8, racer -> store().createExclusively(key, bytes("racer " + racer)));
      assertThat(outcomes).containsOnlyOnce(CreateOutcome.CREATED);
      String winner = "racer " + outcomes.indexOf(CreateOutcome.CREATED);
      assertThat(store().read(key, 100)).hasValue(bytes(winner));
    }
  }

  @Test
  default void createsAnEmptyObject() {
    store().createExclusively(key("empty"), new byte[0]);
    assertThat(store().read(key("empty"), 0)).hasValue(new byte[0]);
  }

  @Test
  default void anAbsentObjectIsNoError() {
    assertThat(store().head(key("nothing"))).isEmpty();
    assertThat(store().read(key("nothing"), 10)).isEmpty();
    assertThat(store().open(key("nothing"), Optional.empty())).isEmpty();
    assertThat(store().open(key("nothing"), Optional.of("abc"))).isEmpty();
    store().delete(List.of(key("nothing")));
  }

  @Test
  default void headTellsSizeTagAndTime() {
    store().createExclusively(key("told"), bytes("12345"));
    ObjectInfo info = store().head(key("told")).orElseThrow();
    assertThat(info.key()).isEqualTo(key("told"));
    assertThat(info.size()).isEqualTo(5);
    assertThat(info.etag()).isNotEmpty().doesNotContain("\"");
    assertThat(Duration.between(info.lastModified(), Instant.now()).abs())
        .isLessThan(Duration.ofMinutes(1));
  }

  @Test
  default void readRefusesWhatIsLargerThanTheBound() {
    store().createExclusively(key("large"), new byte[101]);
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> store().read(key("large"), 100))
        .matches(e -> e.code() == ErrorCode.DATA_LOSS);
  }

  @Test
  @DisplayName("D10: an object that took another's place is not read")
  default void opensOnlyTheObjectThatWasMeant() throws IOException {
    store().createExclusively(key("meant"), bytes("meant"));
    String etag = store().head(key("meant")).orElseThrow().etag();
    try (ObjectInput input = store().open(key("meant"), Optional.of(etag)).orElseThrow()) {
      assertThat(input.size()).isEqualTo(5);
      assertThat(input.etag()).isEqualTo(etag);
      assertThat(input.stream().readAllBytes()).isEqualTo(bytes("meant"));
    }
    store().delete(List.of(key("meant")));
    store().createExclusively(key("meant"), bytes("other"));
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> store().open(key("meant"), Optional.of(etag)))
        .matches(e -> e.code() == ErrorCode.DATA_LOSS);
  }

  @Test
  default void opensAtAnOffset() throws IOException {
    store().createExclusively(key("offset"), bytes("0123456789"));
    try (ObjectInput input = store().open(key("offset"), Optional.empty(), 7).orElseThrow()) {
      assertThat(input.size()).isEqualTo(10);
      assertThat(input.stream().readAllBytes()).isEqualTo(bytes("789"));
    }
  }

  @Test
  @DisplayName("D6: bodies that are given up early cost no connection")
  default void earlyEndsCostNothing() throws IOException {
    upload(key("long"), random(3 * store().pieceBytes()));
    for (int i = 0; i < 300; i++) {
      try (ObjectInput input = store().open(key("long"), Optional.empty()).orElseThrow()) {
        assertThat(input.stream().readNBytes(i % 3)).hasSize(i % 3);
      }
    }
  }

  @Test
  default void anAbortFailsTheReader() throws IOException {
    upload(key("aborted"), random(3 * store().pieceBytes()));
    try (ObjectInput input = store().open(key("aborted"), Optional.empty()).orElseThrow()) {
      assertThat(input.stream().read()).isGreaterThanOrEqualTo(0);
      input.abort();
      assertThatThrownBy(() -> input.stream().readAllBytes()).isInstanceOf(Exception.class);
    }
  }

  @Test
  default void anUploadIsInvisibleUntilItIsCompleted() throws IOException {
    byte[] content = random(2 * store().pieceBytes() + 17);
    String key = key("staged/part");
    String id = store().startUpload(key);
    List<UploadedPiece> pieces = pieces(key, id, content);
    assertThat(store().head(key)).isEmpty();
    assertThat(store().read(key, content.length)).isEmpty();
    assertThat(store().uploads(key("staged/")))
        .anyMatch(upload -> upload.uploadId().equals(id) && upload.key().equals(key));

    CompleteOutcome outcome = store().completeUpload(key, id, pieces, content.length);
    ObjectInfo info = store().head(key).orElseThrow();
    assertThat(outcome).isEqualTo(new CompleteOutcome.Completed(info.etag()));
    assertThat(info.size()).isEqualTo(content.length);
    assertThat(store().uploads(key("staged/"))).isEmpty();
    try (ObjectInput input = store().open(key, Optional.of(info.etag())).orElseThrow()) {
      assertThat(input.stream().readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  default void piecesMayComeInAnyOrderAndTwice() {
    byte[] content = random(2 * store().pieceBytes() + 5);
    String key = key("disorder");
    String id = store().startUpload(key);
    ByteBuffer last = ByteBuffer.wrap(content, 2 * store().pieceBytes(), 5);
    UploadedPiece third = store().uploadPiece(key, id, 3, last);
    assertThat(last.remaining()).isEqualTo(5);
    List<UploadedPiece> pieces = pieces(key, id, content);
    assertThat(pieces.get(2).etag()).isEqualTo(third.etag());
    store().completeUpload(key, id, pieces, content.length);
    assertThat(store().read(key, content.length)).hasValue(content);
  }

  @Test
  default void completingMayBeRepeated() {
    byte[] content = random(10);
    String key = key("repeated");
    String id = store().startUpload(key);
    List<UploadedPiece> pieces = pieces(key, id, content);
    CompleteOutcome first = store().completeUpload(key, id, pieces, content.length);
    assertThat(store().completeUpload(key, id, pieces, content.length)).isEqualTo(first);
  }

  @Test
  default void manyMayCompleteTheSameUpload() throws Exception {
    byte[] content = random(store().pieceBytes() + 3);
    String key = key("raced");
    String id = store().startUpload(key);
    List<UploadedPiece> pieces = pieces(key, id, content);
    List<CompleteOutcome> outcomes =
        together(4, racer -> store().completeUpload(key, id, pieces, content.length));
    String etag = store().head(key).orElseThrow().etag();
    assertThat(outcomes).containsOnly(new CompleteOutcome.Completed(etag));
    assertThat(store().read(key, content.length)).hasValue(content);
  }

  @Test
  default void anAbortedUploadIsLost() {
    String key = key("gone");
    String id = store().startUpload(key);
    List<UploadedPiece> pieces = pieces(key, id, random(10));
    store().abortUpload(key, id);
    store().abortUpload(key, id);
    assertThat(store().completeUpload(key, id, pieces, 10)).isEqualTo(new CompleteOutcome.Lost());
    assertThat(store().head(key)).isEmpty();
  }

  @Test
  default void aPieceAfterTheAbortMakesNothingVisible() {
    String key = key("late");
    String id = store().startUpload(key);
    store().abortUpload(key, id);
    try {
      store().uploadPiece(key, id, 1, ByteBuffer.wrap(random(3)));
    } catch (LakeException refused) {
      // Some stores take it and some do not.
      assertThat(refused.code()).isEqualTo(ErrorCode.STORE_REJECTED);
    }
    assertThat(store().head(key)).isEmpty();
    store().abortUpload(key, id);
  }

  @Test
  @DisplayName("I3: completing never replaces an object")
  default void completingReplacesNothing() {
    String key = key("taken");
    store().createExclusively(key, bytes("first"));
    String id = store().startUpload(key);
    List<UploadedPiece> pieces = pieces(key, id, random(10));
    assertThatExceptionOfType(LakeException.class)
        .isThrownBy(() -> store().completeUpload(key, id, pieces, 10))
        .matches(e -> e.code() == ErrorCode.DATA_LOSS);
    assertThat(store().read(key, 10)).hasValue(bytes("first"));
    store().abortUpload(key, id);
  }

  @Test
  default void listsPageByPageInOrder() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 1_005; i++) {
      keys.add(key(String.format("many/%05d", i)));
      store().createExclusively(keys.get(i), new byte[] {1});
    }
    store().createExclusively(key("manyother"), new byte[1]);
    ListPage first = store().list(key("many/"), Optional.empty());
    ListPage second = store().list(key("many/"), first.next());
    assertThat(first.objects()).hasSize(1_000);
    assertThat(second.next()).isEmpty();
    List<String> listed = new ArrayList<>();
    first.objects().forEach(object -> listed.add(object.key()));
    second.objects().forEach(object -> listed.add(object.key()));
    assertThat(listed).isEqualTo(keys);

    store().delete(keys);
    assertThat(store().list(key("many/"), Optional.empty()).objects()).isEmpty();
    assertThat(store().head(key("manyother"))).isPresent();
  }

  @Test
  @DisplayName("I6: no key leaves its root")
  default void refusesWhatIsNoKey() {
    for (String bad :
        List.of("", "/a", "a/", "a//b", "../a", "a/../b", "a/./b", "a b", "ä", "a\\b")) {
      assertThatThrownBy(() -> store().createExclusively(bad, new byte[1]))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> store().head(bad)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  default void passesItsOwnProbe() {
    store().probe();
    assertThat(store().list("_lake/probe/", Optional.empty()).objects()).isEmpty();
    assertThat(store().uploads("_lake/probe/")).isEmpty();
  }

  private void upload(String key, byte[] content) {
    String id = store().startUpload(key);
    store().completeUpload(key, id, pieces(key, id, content), content.length);
  }

  private List<UploadedPiece> pieces(String key, String id, byte[] content) {
    List<UploadedPiece> pieces = new ArrayList<>();
    for (int at = 0; at < content.length; at += store().pieceBytes()) {
      int size = Math.min(store().pieceBytes(), content.length - at);
      ByteBuffer piece = ByteBuffer.wrap(content, at, size);
      pieces.add(store().uploadPiece(key, id, pieces.size() + 1, piece));
    }
    return pieces;
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Something that one of several racers does. */
  interface Racer<T> {
    T run(int number);
  }

  private static <T> List<T> together(int racers, Racer<T> racer)
      throws InterruptedException, ExecutionException, TimeoutException {
    ExecutorService threads = Executors.newFixedThreadPool(racers);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < racers; i++) {
        int number = i;
        running.add(threads.submit(() -> racer.run(number)));
      }
      List<T> outcomes = new ArrayList<>();
      for (Future<T> future : running) {
        outcomes.add(future.get(60, TimeUnit.SECONDS));
      }
      return outcomes;
    } finally {
      threads.shutdownNow();
    }
  }
}
