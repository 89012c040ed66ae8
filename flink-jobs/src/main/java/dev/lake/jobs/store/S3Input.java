package dev.lake.jobs.store;

import java.io.InputStream;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** A body on a pooled connection, which goes back at the end and is cut off before it. */
final class S3Input implements ObjectInput {
  private final ResponseInputStream<GetObjectResponse> response;
  private final SizedInput body;
  private final String etag;

  private final long size;

  S3Input(ResponseInputStream<GetObjectResponse> response, String etag, long offset) {
    long left = response.response().contentLength();
    this.response = response;
    this.body = new SizedInput(response, left);
    this.etag = etag;
    this.size = offset + left;
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public String etag() {
    return etag;
  }

  @Override
  public InputStream stream() {
    return body;
  }

  @Override
  public void abort() {
    response.abort();
  }

  @Override
  public void close() {
    if (!body.ended()) {
      response.abort(); // closing would drain the rest
    }
  }
}
