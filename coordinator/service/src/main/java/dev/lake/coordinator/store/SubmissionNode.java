package dev.lake.coordinator.store;

import dev.lake.protocol.QueryId;
import java.util.List;

/** What a submission id stands for. */
record SubmissionNode(String digest, QueryId query) {
  byte[] write() {
    return Words.write(digest, query.value());
  }

  static SubmissionNode read(byte[] data) {
    List<String> words = Words.read(data, 2, "a submission");
    return new SubmissionNode(words.get(0), new QueryId(words.get(1)));
  }
}
