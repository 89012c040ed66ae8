package dev.lake.frontend.auth;

import java.util.Optional;
import org.apache.arrow.flight.CallHeaders;

/**
 * The request headers that lake knows. They count when a statement is planned; a ticket carries
 * their effect, so that on DoGet they change nothing.
 *
 * <p>A header that arrives more than once (ADBC sends those of database, connection and statement)
 * counts with its last value, the most specific one.
 *
 * @param namespace {@code x-lake-namespace}: where an unqualified table name is looked up
 * @param timeZone {@code x-lake-time-zone}: the session's time zone, an IANA name
 * @param types {@code x-lake-types}: {@code exact}, the only one that exists so far
 * @param submissionId {@code x-lake-submission-id}: names a deferred query for safe repeats
 * @param pollWait {@code x-lake-poll-wait}: for how many seconds a poll without news is held
 */
public record RequestHeaders(
    Optional<String> namespace,
    Optional<String> timeZone,
    Optional<String> types,
    Optional<String> submissionId,
    Optional<String> pollWait) {

  /** No header at all. */
  public static final RequestHeaders NONE =
      new RequestHeaders(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /** Picks them out of a call's headers. */
  public static RequestHeaders of(CallHeaders headers) {
    return new RequestHeaders(
        Optional.ofNullable(headers.get("x-lake-namespace")),
        Optional.ofNullable(headers.get("x-lake-time-zone")),
        Optional.ofNullable(headers.get("x-lake-types")),
        Optional.ofNullable(headers.get("x-lake-submission-id")),
        Optional.ofNullable(headers.get("x-lake-poll-wait")));
  }
}
