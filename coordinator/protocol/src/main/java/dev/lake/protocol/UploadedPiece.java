package dev.lake.protocol;

import java.io.Serializable;

/** One uploaded piece of a multipart upload. */
public record UploadedPiece(int number, String etag, long bytes) implements Serializable {
  public static final int MAX_NUMBER = 10_000;

  public UploadedPiece {
    Check.that(number >= 1 && number <= MAX_NUMBER, "piece number", "1 to " + MAX_NUMBER);
    Check.etag(etag);
    Check.positive(bytes, "bytes");
  }
}
