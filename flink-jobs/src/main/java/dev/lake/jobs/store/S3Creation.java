package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * One exclusive create. The client repeats a PUT whose answer was lost, and is then told that the
 * object exists: its own. So every call writes a mark beside its bytes and, whenever the answer is
 * not a plain yes, looks whose mark is there.
 */
final class S3Creation {
  private static final String MARK = "lake-writer";
  private static final int MAX_TRIES = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String DOING = "creating an object";

  private final S3ObjectStore store;
  private final String place;
  private final String key;
  private final byte[] content;
  private final String mark = UUID.randomUUID().toString();

  S3Creation(S3ObjectStore store, String place, String key, byte[] content) {
    this.store = store;
    this.place = place;
    this.key = key;
    this.content = content;
  }

  CreateOutcome run() {
    for (int attempt = 1; ; attempt++) {
      LakeException failure;
      try {
        put();
        return CreateOutcome.CREATED;
      } catch (SdkException e) {
        failure = StoreFailures.of(e, DOING);
        boolean exists = e instanceof S3Exception s && s.statusCode() == 412;
        if (failure.code() != ErrorCode.STORE_UNAVAILABLE && !exists) {
          throw failure;
        }
      }
      Optional<CreateOutcome> found = readBack();
      if (found.isPresent()) {
        return found.orElseThrow();
      }
      // 409 is a race that nobody has won yet; after any other failure the object is simply absent.
      if (attempt == MAX_TRIES || Thread.currentThread().isInterrupted()) {
        throw failure;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100L << attempt));
    }
  }

  private void put() {
    store
        .client()
        .putObject(
            r ->
                r.bucket(store.bucket())
                    .key(place)
                    .ifNoneMatch("*")
                    .metadata(Map.of(MARK, mark))
                    .overrideConfiguration(S3ObjectStore.within(TIMEOUT)),
            RequestBody.fromBytes(content));
  }

  private Optional<CreateOutcome> readBack() {
    Optional<HeadObjectResponse> head = store.headObject(key);
    if (head.isEmpty()) {
      return Optional.empty();
    }
    String found = head.orElseThrow().metadata().get(MARK);
    boolean own = found == null ? sameBytes(head.orElseThrow()) : found.equals(mark);
    return Optional.of(own ? CreateOutcome.CREATED : CreateOutcome.EXISTS);
  }

  /** For stores that keep no metadata: equal bytes are as good as one's own. */
  private boolean sameBytes(HeadObjectResponse head) {
    if (head.contentLength() != content.length) {
      return false;
    }
    String etag = S3ObjectStore.tag(head.eTag());
    Optional<ObjectInput> opened = store.open(key, Optional.of(etag));
    if (opened.isEmpty()) {
      return false;
    }
    try (ObjectInput input = opened.orElseThrow()) {
      return Arrays.equals(input.stream().readNBytes(content.length), content);
    } catch (IOException e) {
      throw StoreFailures.of(e, DOING);
    }
  }
}
