package dev.lake.jobs.store;

import dev.lake.protocol.ErrorCode;
import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * One completion. Stores answer a repeat, a race and a late failure each in their own way, so that
 * only a clean yes counts as an answer; after anything else the object itself decides.
 */
final class S3Completion {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String DOING = "completing an upload";

  private final S3ObjectStore store;
  private final String key;
  private final String place;
  private final String uploadId;
  private final long expectedBytes;

  S3Completion(S3ObjectStore store, String key, String uploadId, long expectedBytes) {
    this.store = store;
    this.key = key;
    this.place = store.place(key);
    this.uploadId = uploadId;
    this.expectedBytes = expectedBytes;
  }

  CompleteOutcome run(List<UploadedPiece> pieces) {
    List<CompletedPart> parts =
        pieces.stream().map(piece -> part(piece.number(), piece.etag())).toList();
    for (boolean last = false; ; last = true) {
      SdkException failure;
      try {
        complete(parts);
        failure = null;
      } catch (SdkException e) {
        failure = e;
      }
      Optional<ObjectInfo> there = store.head(key);
      if (there.isPresent()) {
        return checked(there.orElseThrow());
      }
      if (failure == null) {
        throw StoreFailures.unavailable(DOING, "completed but not there");
      }
      if (last) {
        return decide(failure);
      }
      if ("InvalidPart".equals(codeOf(failure))) {
        parts = listed(pieces).orElse(parts);
      }
    }
  }

  private void complete(List<CompletedPart> parts) {
    store
        .client()
        .completeMultipartUpload(
            r ->
                r.bucket(store.bucket())
                    .key(place)
                    .uploadId(uploadId)
                    .ifNoneMatch("*")
                    .multipartUpload(upload -> upload.parts(parts))
                    .overrideConfiguration(S3ObjectStore.within(TIMEOUT)));
  }

  private CompleteOutcome.Completed checked(ObjectInfo object) {
    if (object.size() != expectedBytes) {
      throw StoreFailures.otherSize();
    }
    return new CompleteOutcome.Completed(object.etag());
  }

  /**
   * Nothing is there after two tries: either the upload is gone too, or the store is in trouble.
   */
  private static CompleteOutcome decide(SdkException failure) {
    String code = codeOf(failure);
    boolean conflict = failure instanceof S3Exception s && s.statusCode() == 409;
    if (conflict || code.equals("NoSuchUpload") || code.equals("InvalidPart")) {
      return new CompleteOutcome.Lost();
    }
    throw StoreFailures.of(failure, DOING);
  }

  private static String codeOf(SdkException e) {
    return e instanceof S3Exception answer ? StoreFailures.code(answer) : "";
  }

  /** A late repeat of a piece may have given it another tag; the same sizes are the same pieces. */
  private Optional<List<CompletedPart>> listed(List<UploadedPiece> pieces) {
    List<Part> parts;
    try {
      parts =
          store
              .client()
              .listPartsPaginator(r -> r.bucket(store.bucket()).key(place).uploadId(uploadId))
              .parts()
              .stream()
              .toList();
    } catch (SdkException e) {
      LakeException failure = StoreFailures.of(e, "listing the pieces of an upload");
      if (failure.code() == ErrorCode.STORE_REJECTED) {
        return Optional.empty();
      }
      throw failure;
    }
    boolean same =
        parts.size() == pieces.size()
            && IntStream.range(0, parts.size())
                .allMatch(
                    i ->
                        parts.get(i).partNumber() == pieces.get(i).number()
                            && parts.get(i).size() == pieces.get(i).bytes());
    return same
        ? Optional.of(parts.stream().map(p -> part(p.partNumber(), p.eTag())).toList())
        : Optional.empty();
  }

  private static CompletedPart part(int number, String etag) {
    return CompletedPart.builder()
        .partNumber(number)
        .eTag(S3ObjectStore.quoted(S3ObjectStore.tag(etag)))
        .build();
  }
}
