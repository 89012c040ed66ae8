package dev.lake.protocol;

import java.time.Instant;

/** What a poll handle says: that the query existed, and whose it is. */
public record PollClaims(QueryId query, Principal principal, Instant issued) {}
