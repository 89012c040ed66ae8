package dev.lake.jobs.store;

import dev.lake.protocol.LakeException;
import dev.lake.protocol.UploadedPiece;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Objects in a bucket of S3 or of a service that speaks its protocol. Thread-safe. */
public final class S3ObjectStore implements ObjectStore {
  private static final Duration SMALL = Duration.ofSeconds(30);
  private static final int MAX_UPLOADS = 10_000;
  private static final int DELETE_AT_ONCE = 1_000;

  private final S3Client client;
  private final String bucket;
  private final String prefix;

  /** Opens no connection yet; {@link #probe()} does. */
  public S3ObjectStore(S3Config config) {
    this(S3Clients.build(config), config.bucket(), config.prefix());
  }

  S3ObjectStore(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  @Override
  public CreateOutcome createExclusively(String key, byte[] content) {
    return new S3Creation(this, place(key), key, content).run();
  }

  @Override
  public Optional<ObjectInfo> head(String key) {
    return headObject(key)
        .map(
            head ->
                new ObjectInfo(key, head.contentLength(), tag(head.eTag()), head.lastModified()));
  }

  Optional<HeadObjectResponse> headObject(String key) {
    String place = place(key);
    return call(
        "looking an object up",
        () -> {
          try {
            return Optional.of(
                client.headObject(
                    r -> r.bucket(bucket).key(place).overrideConfiguration(within(SMALL))));
          } catch (NoSuchKeyException e) {
            return Optional.empty();
          }
        });
  }

  @Override
  public Optional<byte[]> read(String key, int maxBytes) {
    Optional<ObjectInput> opened = open(key, Optional.empty());
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (ObjectInput input = opened.orElseThrow()) {
      if (input.size() > maxBytes) {
        throw StoreFailures.tooLarge(maxBytes);
      }
      return Optional.of(input.stream().readNBytes((int) input.size()));
    } catch (IOException e) {
      throw StoreFailures.of(e, "reading an object");
    } catch (SdkException e) {
      throw StoreFailures.of(e, "reading an object");
    }
  }

  @Override
  public Optional<ObjectInput> open(String key, Optional<String> ifMatchEtag, long offset) {
    GetObjectRequest.Builder request = GetObjectRequest.builder().bucket(bucket).key(place(key));
    ifMatchEtag.ifPresent(etag -> request.ifMatch(quoted(etag)));
    if (offset > 0) {
      request.range("bytes=" + offset + "-");
    }
    return call(
        "opening an object",
        () -> {
          try {
            var response = client.getObject(request.build());
            return Optional.of(new S3Input(response, tag(response.response().eTag()), offset));
          } catch (NoSuchKeyException e) {
            return Optional.empty();
          } catch (S3Exception e) {
            if (e.statusCode() == 412) {
              throw StoreFailures.replaced();
            }
            throw e;
          }
        });
  }

  @Override
  public String startUpload(String key) {
    String place = place(key);
    return call(
        "starting an upload",
        () ->
            client
                .createMultipartUpload(
                    r -> r.bucket(bucket).key(place).overrideConfiguration(within(SMALL)))
                .uploadId());
  }

  @Override
  public UploadedPiece uploadPiece(String key, String uploadId, int number, ByteBuffer bytes) {
    String place = place(key);
    int size = bytes.remaining();
    RequestBody body =
        RequestBody.fromContentProvider(
            () -> new ByteBufferInput(bytes), size, "application/octet-stream");
    return call(
        "uploading a piece",
        () -> {
          try {
            var answer =
                client.uploadPart(
                    r -> r.bucket(bucket).key(place).uploadId(uploadId).partNumber(number), body);
            return new UploadedPiece(number, tag(answer.eTag()), size);
          } catch (NoSuchUploadException e) {
            throw StoreFailures.goneUpload();
          }
        });
  }

  @Override
  public CompleteOutcome completeUpload(
      String key, String uploadId, List<UploadedPiece> pieces, long expectedBytes) {
    return new S3Completion(this, key, uploadId, expectedBytes).run(pieces);
  }

  @Override
  public void abortUpload(String key, String uploadId) {
    String place = place(key);
    call(
        "aborting an upload",
        () -> {
          try {
            return client.abortMultipartUpload(
                r ->
                    r.bucket(bucket)
                        .key(place)
                        .uploadId(uploadId)
                        .overrideConfiguration(within(SMALL)));
          } catch (NoSuchUploadException e) {
            return null;
          }
        });
  }

  @Override
  public List<UploadInfo> uploads(String keyPrefix) {
    String place = prefix + ObjectKey.checkedPrefix(keyPrefix);
    List<UploadInfo> found = new ArrayList<>();
    String keyMarker = null;
    String idMarker = null;
    do {
      ListMultipartUploadsResponse page = uploadsPage(place, keyMarker, idMarker);
      for (var upload : page.uploads()) {
        if (upload.key().startsWith(place)) {
          found.add(new UploadInfo(keyOf(upload.key()), upload.uploadId(), upload.initiated()));
        }
      }
      boolean more = Boolean.TRUE.equals(page.isTruncated());
      keyMarker = more ? page.nextKeyMarker() : null;
      idMarker = more ? page.nextUploadIdMarker() : null;
    } while (keyMarker != null && found.size() < MAX_UPLOADS);
    return found.subList(0, Math.min(found.size(), MAX_UPLOADS));
  }

  private ListMultipartUploadsResponse uploadsPage(
      String place, @Nullable String keyMarker, @Nullable String idMarker) {
    return call(
        "listing uploads",
        () ->
            client.listMultipartUploads(
                r ->
                    r.bucket(bucket)
                        .prefix(place.isEmpty() ? null : place)
                        .keyMarker(keyMarker)
                        .uploadIdMarker(idMarker)
                        .overrideConfiguration(within(SMALL))));
  }

  @Override
  public ListPage list(String keyPrefix, Optional<String> token) {
    String place = prefix + ObjectKey.checkedPrefix(keyPrefix);
    ListObjectsV2Response page =
        call(
            "listing objects",
            () ->
                client.listObjectsV2(
                    r ->
                        r.bucket(bucket)
                            .prefix(place)
                            .continuationToken(token.orElse(null))
                            .overrideConfiguration(within(SMALL))));
    List<ObjectInfo> objects =
        page.contents().stream()
            .map(o -> new ObjectInfo(keyOf(o.key()), o.size(), tag(o.eTag()), o.lastModified()))
            .toList();
    boolean more = Boolean.TRUE.equals(page.isTruncated());
    return new ListPage(
        objects, more ? Optional.ofNullable(page.nextContinuationToken()) : Optional.empty());
  }

  @Override
  public void delete(Collection<String> keys) {
    List<ObjectIdentifier> places =
        keys.stream().map(key -> ObjectIdentifier.builder().key(place(key)).build()).toList();
    for (int from = 0; from < places.size(); from += DELETE_AT_ONCE) {
      List<ObjectIdentifier> some =
          places.subList(from, Math.min(places.size(), from + DELETE_AT_ONCE));
      var answer =
          call(
              "deleting objects",
              () ->
                  client.deleteObjects(
                      r -> r.bucket(bucket).delete(d -> d.objects(some).quiet(true))));
      if (answer.hasErrors() && !answer.errors().isEmpty()) {
        throw StoreFailures.unavailable(
            "deleting objects", answer.errors().size() + " were not deleted");
      }
    }
  }

  @Override
  public void probe() {
    new StoreProbe(this).run();
  }

  @Override
  public void close() {
    client.close();
  }

  S3Client client() {
    return client;
  }

  String bucket() {
    return bucket;
  }

  String place(String key) {
    return prefix + ObjectKey.checked(key);
  }

  private String keyOf(String place) {
    return place.substring(prefix.length());
  }

  static AwsRequestOverrideConfiguration within(Duration timeout) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallTimeout(timeout)
        .apiCallAttemptTimeout(timeout)
        .build();
  }

  static String tag(String etag) {
    return etag.replace("\"", "");
  }

  static String quoted(String etag) {
    return '"' + etag + '"';
  }

  private static <T> T call(String doing, Supplier<T> request) {
    try {
      return request.get();
    } catch (LakeException e) {
      throw e;
    } catch (SdkException e) {
      throw StoreFailures.of(e, doing);
    }
  }
}
