package dev.lake.jobs.store;

import java.io.IOException;
import java.io.InputStream;

/** An open file. Aborting closes it, which fails a read in another thread. */
final class LocalInput implements ObjectInput {
  private final InputStream file;
  private final SizedInput body;
  private final ObjectInfo info;

  LocalInput(InputStream file, ObjectInfo info, long offset) {
    this.file = file;
    this.body = new SizedInput(file, info.size() - offset);
    this.info = info;
  }

  @Override
  public long size() {
    return info.size();
  }

  @Override
  public String etag() {
    return info.etag();
  }

  @Override
  public InputStream stream() {
    return body;
  }

  @Override
  public void abort() {
    close();
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw StoreFailures.of(e, "closing an object");
    }
  }
}
