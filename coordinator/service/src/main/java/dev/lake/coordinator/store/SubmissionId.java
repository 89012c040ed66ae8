package dev.lake.coordinator.store;

import java.util.regex.Pattern;

/**
 * What makes a submission repeatable: its name in ZooKeeper and a digest of what was asked.
 *
 * @param name lower-case hex HMAC of tenant, principal and the client's id; says nothing about them
 * @param digest lower-case hex digest of SQL, parameters, session and format
 */
public record SubmissionId(String name, String digest) {
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{32,128}");

  /** Checks both parts. */
  public SubmissionId {
    if (!HEX.matcher(name).matches() || !HEX.matcher(digest).matches()) {
      throw new IllegalArgumentException("A submission id is made of two lower-case hex strings");
    }
  }
}
